import { type Account, isUsername } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import { findAccount, renameAccount, usernameHistory } from './accounts.ts'
import { bearer } from './launcher-tokens.ts'
import { namedProfile } from './profiles.ts'
import type { Services } from './services.ts'

/** The account that a request speaks for. Throws Refused `bearer_invalid`. */
export async function ownAccount(services: Services, accessToken: string): Promise<Account> {
  const { id } = await bearer(services, accessToken)
  const account = await findAccount(services, id)
  if (!account) throw new Refused('bearer_invalid', { about: id })
  return account
}

/**
 * The account that a request speaks for or, where it is suspended now, once spoke for: suspension has ended
 * the token, and this is how its owner is told. The token has to be ours and not past its expiry.
 */
export async function ownAccountEvenSuspended(services: Services, accessToken: string): Promise<Account> {
  const claims = await services.accessTokens.read(accessToken)
  const account = claims && (await findAccount(services, claims.sub))
  if (account?.suspension && claims && claims.expiresAt > services.clock()) return account
  return ownAccount(services, accessToken)
}

/** As renameAccount, once in a while: `username_changed_lately` in between. */
export function changeOwnUsername(services: Services, account: Account, username: string): Promise<Account> {
  return renameAccount(services, account, username, services.clock() - services.config.usernameCooldown)
}

export interface UsernameChange {
  createdAt: number
  /** Undefined where the account has its first name. */
  changedAt: number | undefined
  isAllowed: boolean
}

/** When the account last changed its name, and whether it may do so now. */
export async function lastUsernameChange(services: Services, account: Account): Promise<UsernameChange> {
  const { createdAt } = account
  const last = (await usernameHistory(services, account)).at(-1)?.changedAt ?? createdAt
  const changedAt = last > createdAt ? last : undefined
  const isAllowed =
    changedAt === undefined || changedAt <= services.clock() - services.config.usernameCooldown
  return { createdAt, changedAt, isAllowed }
}

/** Whether the account could have this name, the cooldown aside: its own in other letters is its to have. */
export async function usernameStatus(
  services: Services,
  account: Account,
  username: string,
): Promise<'free' | 'taken' | 'malformed'> {
  if (!isUsername(username)) return 'malformed'
  const holder = await namedProfile(services, username)
  return holder === undefined || (holder.id === account.id && holder.username !== username) ? 'free' : 'taken'
}
