// A player keeps a few skins, names and wears them, and takes them out.
import type { Random } from '../fuzz/random.ts'
import { makePng, noise } from '../test/png.ts'
import type { Asking } from './asking.ts'
import { bearing, type SoakPlayer } from './player.ts'

const path = '/api/v1/me/wardrobe'
const mostKept = 4

/** The files that players upload repeat, so that textures can't grow forever. */
export const someSkin = (random: Random): Blob =>
  new Blob([new Uint8Array(makePng(64, 64, noise(random.below(200))))])

export async function keepSkins(asking: Asking, player: SoakPlayer, random: Random): Promise<void> {
  const headers = bearing(player)
  const from = random.pick(['', '?from=recent', '?from=shelves'])
  const { status, text } = await asking.ask('GET', path + from, { headers }, [200, 401])
  if (status !== 200 || from !== '') return
  const { items } = JSON.parse(text) as { items: { id: string }[] }
  const kept = items[0]
  if (!kept || (items.length < mostKept && random.chance(0.5))) {
    const body = new FormData()
    body.append('name', `look ${random.below(1000)}`)
    body.append('file', someSkin(random))
    await asking.ask('POST', path, { headers, body }, [200, 201, 401, 429])
    return
  }
  const at = `${path}/${kept.id}`
  if (random.chance(0.4)) await asking.ask('POST', `${at}/wear`, { headers }, [204, 401])
  else if (random.chance(0.5)) {
    const body = JSON.stringify({ name: `look ${random.below(1000)}` })
    const init = { headers: { ...headers, 'content-type': 'application/json' }, body }
    await asking.ask('PATCH', at, init, [200, 401])
  } else await asking.ask('DELETE', at, { headers }, [204, 401])
}
