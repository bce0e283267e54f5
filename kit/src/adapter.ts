import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Account } from './accounts.ts'
import type { Secrets } from './http/secrets.ts'
import { isObject } from './json.ts'
import { Skipped, UsageError } from './outcome.ts'

/** An application of OAuth 2.0, as `createClient` gives it. */
export interface MadeClient {
  clientId: string
  clientSecret?: string
  redirectUri: string
}

/**
 * The functions that a module of `--adapter` may export. Each gives back the account as it is afterwards; what is missing is
 * skipped with all that needs it.
 */
export interface Adapter {
  createAccount?(): Promise<Account>
  removeAccount?(account: Account): Promise<unknown>
  /** Chooses a password and gives the account back with it. */
  changePassword?(account: Account): Promise<Account>
  rename?(account: Account, name: string): Promise<Account>
  suspend?(account: Account): Promise<unknown>
  createClient?(options: { redirectUri: string }): Promise<MadeClient>
  /** Allows the device that shows this code to act for an account. */
  approveDevice?(userCode: string, account: Account): Promise<unknown>
  /** Links a player of the Bedrock Edition, whose XUID is a decimal number of up to 19 digits. */
  linkBedrock?(account: Account, xuid: string): Promise<unknown>
}

export async function loadAdapter(path: string): Promise<Adapter> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Adapter
  } catch (error) {
    throw new UsageError(`--adapter: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Makes a failure of the adapter a reason to skip the check that needs it. It gets copies, and what it gives back is copied:
 * an adapter that keeps or changes an account must not change what the checks expect of the server.
 */
export function guarded(adapter: Adapter, secrets: Secrets): Adapter {
  const entries = Object.entries(adapter).filter(([, made]) => typeof made === 'function')
  return Object.fromEntries(
    entries.map(([name, work]: [string, (...given: unknown[]) => unknown]) => [
      name,
      async (...given: unknown[]) => {
        try {
          return copied(await work.apply(adapter, given.map(copied)))
        } catch (error) {
          const told = error instanceof Error ? error.message : String(error)
          throw new Skipped(`${name} of the adapter failed: ${secrets.masked(told)}`)
        }
      },
    ]),
  )
}

/** Accounts and clients are flat, and an adapter may have put things into them that `structuredClone` refuses. */
const copied = (value: unknown): unknown => (isObject(value) ? { ...value } : value)
