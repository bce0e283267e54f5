import { type Account, readAccounts } from './accounts.ts'
import type { Adapter } from './adapter.ts'
import type { Client } from './http/client.ts'
import { Chance } from './random.ts'
import { openServerRoot } from './server-root.ts'
import { type Aim, openTarget } from './target.ts'
import type { World } from './trial.ts'

export interface Setting {
  aim: Aim
  /** The root of one game server. */
  serverRoot: string | undefined
  /** What the file of `--accounts` holds; undefined where the adapter makes accounts. */
  accounts: unknown
  adapter: Adapter
  seed: number
  now: () => number
  sleep: (ms: number) => Promise<void>
}

/** Finds out what stands at the address, and has the adapter make two accounts where none are given. */
export async function openWorld(client: Client, setting: Setting): Promise<World> {
  const { aim, adapter, seed, now, sleep } = setting
  const target = await openTarget(client, aim)
  const serverRoot =
    setting.serverRoot === undefined ? undefined : await openServerRoot(client, setting.serverRoot, target)
  const made: Account[] = []
  if (setting.accounts === undefined && adapter.createAccount)
    for (let count = 0; count < 2; count++) made.push(await adapter.createAccount())
  const accounts = setting.accounts === undefined ? made : readAccounts(setting.accounts)
  for (const { password, totpSecret } of accounts) client.secrets.add(password, totpSecret)
  return {
    target,
    client,
    chance: new Chance(seed),
    now,
    sleep,
    accounts,
    adapter,
    serverRoot,
    // A root that has shown its metadata is there, whatever else is asked of it.
    isThere: new Map(
      target.metadata !== undefined && target.addresses.metadata ? [[target.addresses.metadata, true]] : [],
    ),
    textureKeys: undefined,
    removeMade: async () => {
      for (const account of made) await adapter.removeAccount?.(account)
    },
  }
}
