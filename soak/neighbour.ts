// A neighbour: another Norn, whose players visit a game server of the one that is soaked.
import { Random } from '../fuzz/random.ts'
import { Installation, type RunningProgram } from '../fuzz/service.ts'
import { type Asking, askingAt } from './asking.ts'
import { bearing, hasJoined, join, playersNamed, type SoakPlayer, signIn } from './player.ts'
import { someSkin } from './wardrobe.ts'

export interface Neighbour {
  readonly root: string
  /**
   * A player of the neighbour comes to the game server whose root is at `path` of the service that `asking` asks.
   * Resolves to true if it was let in.
   */
  visit(asking: Asking, path: string, turn: number): Promise<boolean>
  end(): Promise<void>
}

const guests = 20

export async function startNeighbour(
  turn: () => Promise<void>,
  failures: Map<string, number>,
): Promise<Neighbour> {
  const installation = await Installation.make()
  let service: RunningProgram | undefined
  const end = async () => {
    await service?.stop()
    await installation.remove()
  }
  try {
    const players = playersNamed('Guest', 'c', guests)
    const { status, printed } = await installation.importAccounts(
      players.map(({ id, username, email, password }) => ({ id, username, email, password })),
    )
    if (status !== 0) throw new Error(`the import failed: ${printed}`)
    service = await installation.serve()
    const root = `http://127.0.0.1:${service.port}`
    const there = askingAt(root, turn, failures)
    const isBusy = new Set<SoakPlayer>()
    return {
      root,
      end,
      async visit(asking, path, at) {
        const random = new Random(guests, at)
        const player = random.pick(players)
        // A second join would replace the first one.
        if (isBusy.has(player)) return false
        isBusy.add(player)
        try {
          return await come(there, asking, path, player, random, at)
        } finally {
          isBusy.delete(player)
        }
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function come(
  there: Asking,
  asking: Asking,
  path: string,
  player: SoakPlayer,
  random: Random,
  at: number,
): Promise<boolean> {
  if (player.token === '') await signIn(there, player)
  if (player.token === '') return false
  if (random.chance(0.05)) {
    const body = new FormData()
    body.append('file', someSkin(random))
    const skin = `/authlib-injector/api/user/profile/${player.id}/skin`
    await there.ask('PUT', skin, { body, headers: bearing(player) }, [204, 401, 429])
  }
  if (random.chance(0.2)) {
    await asking.get(`${path}/api/users/profiles/game/${player.username}`, 200, 204, 503)
    return false
  }
  const serverId = `v${at}`
  if (!(await join(there, player, serverId))) return false
  // 503: the neighbour did not answer in time, on a busy machine.
  const { status } = await asking.get(path + hasJoined(player.username, serverId), 200, 503)
  return status === 200
}
