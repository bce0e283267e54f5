import { type Account, readAccounts } from './accounts.ts'
import { type Adapter, guarded } from './adapter.ts'
import { Neighbour } from './federation/neighbour.ts'
import type { Client } from './http/client.ts'
import { isObject } from './json.ts'
import { Skipped, UsageError } from './outcome.ts'
import { Chance } from './random.ts'
import { openServerRoot } from './server-root.ts'
import { type Aim, openTarget } from './target.ts'
import type { World } from './trial.ts'

export interface Setting {
  aim: Aim
  /** The root of one game server. */
  serverRoot: string | undefined
  /** The ports of the two neighbours that the target asks. */
  neighbours: readonly [number, number] | undefined
  /** The content of the file of `--accounts`; undefined where the adapter makes accounts. */
  accounts: unknown
  adapter: Adapter
  seed: number
  now: () => number
  sleep: (ms: number) => Promise<void>
}

/** Finds out what stands at the address, and has the adapter make two accounts where none are given. */
export async function openWorld(client: Client, setting: Setting): Promise<World> {
  const { aim, seed, now, sleep } = setting
  const adapter = guarded(setting.adapter, client.secrets)
  // The key of a game server stands in the path of its root.
  client.secrets.add(...pathParts(setting.serverRoot).filter(({ length }) => length >= 16))
  const target = await openTarget(client, aim)
  const serverRoot =
    setting.serverRoot === undefined ? undefined : await openServerRoot(client, setting.serverRoot, target)
  const made = setting.accounts === undefined ? await makeAccounts(adapter) : []
  const accounts = setting.accounts === undefined ? made : readAccounts(setting.accounts)
  for (const { password, totpSecret } of accounts) client.secrets.add(password, totpSecret)
  const neighbours = setting.neighbours && (await openNeighbours(setting.neighbours))
  return {
    target,
    client,
    chance: new Chance(seed),
    now,
    sleep,
    accounts,
    adapter,
    serverRoot,
    neighbours,
    // A root that has shown its metadata is there, whatever else is asked of it.
    isThere: new Map(
      target.metadata !== undefined && target.addresses.metadata ? [[target.addresses.metadata, true]] : [],
    ),
    textureKeys: undefined,
    end: async () => {
      for (const neighbour of neighbours ?? []) await neighbour.close()
      // What is left behind must not hide what was found.
      for (const account of made) await adapter.removeAccount?.(account).catch(() => undefined)
    },
  }
}

async function openNeighbours(ports: readonly [number, number]): Promise<readonly [Neighbour, Neighbour]> {
  const first = await Neighbour.open(ports[0])
  try {
    return [first, await Neighbour.open(ports[1])]
  } catch (error) {
    await first.close()
    throw error
  }
}

const pathParts = (url: string | undefined): string[] =>
  url === undefined ? [] : new URL(url).pathname.split('/')

async function makeAccounts(adapter: Adapter): Promise<Account[]> {
  const made: Account[] = []
  if (!adapter.createAccount) return made
  for (let count = 0; count < 2; count++) {
    try {
      made.push(await adapter.createAccount())
    } catch (error) {
      if (error instanceof Skipped) throw new UsageError(`--adapter: ${error.message}`)
      throw error
    }
  }
  if (!made.every((each) => isObject(each) && Boolean(each.login) && Boolean(each.password)))
    throw new UsageError('--adapter: createAccount must give an account with login and password')
  return made
}
