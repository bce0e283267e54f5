// Friends who ask, part, and report what they play.
import type { Random } from '../fuzz/random.ts'
import type { Asking } from './asking.ts'
import { bearing, type SoakPlayer } from './player.ts'

const services = '/authlib-injector/minecraftservices'

/** `others` are those who may become friends of the player: few, so that lists don't grow for long. */
export async function befriend(
  asking: Asking,
  player: SoakPlayer,
  others: readonly SoakPlayer[],
  random: Random,
): Promise<void> {
  const updateType = random.chance(0.7) ? 'ADD' : 'REMOVE'
  const body = JSON.stringify({ updateType, profileId: random.pick(others).id })
  const headers = { ...bearing(player), 'content-type': 'application/json' }
  // 403: the other one is suspended for a moment.
  await asking.ask('PUT', `${services}/friends`, { headers, body }, [200, 401, 403, 429])
}

export async function report(asking: Asking, player: SoakPlayer, random: Random): Promise<void> {
  const headers = bearing(player)
  if (random.chance(0.3)) {
    await asking.ask('GET', `${services}/friends`, { headers }, [200, 401, 429])
    return
  }
  const status = random.pick(['ONLINE', 'PLAYING_SERVER', 'PLAYING_OFFLINE', 'OFFLINE'])
  const init = {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  }
  await asking.ask('POST', `${services}/presence`, init, [200, 401, 429])
}
