import { isObject } from './json.ts'
import { UsageError } from './outcome.ts'

/** An account to sign in with. */
export interface Account {
  login: string
  password: string
  /** UUID of its one profile; learnt from the first sign-in where it is absent. */
  id?: string
  name?: string
  /** Base32, where the account has a second factor. */
  totpSecret?: string
}

/** Reads what `--accounts` names. */
export function readAccounts(json: unknown): Account[] {
  if (!Array.isArray(json)) throw new UsageError('the file of --accounts must hold an array of accounts')
  return json.map((account: unknown, index) => {
    if (!isObject(account) || typeof account['login'] !== 'string' || typeof account['password'] !== 'string')
      throw new UsageError(`--accounts: account ${index + 1} must have a login and a password`)
    return account as unknown as Account
  })
}
