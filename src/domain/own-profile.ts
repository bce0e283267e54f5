import { type Account, isNewUsername } from '../model/account.ts'
import type { Actor } from '../model/actor.ts'
import { Refused } from '../model/refusal.ts'
import { credentialByDigest } from '../storage/credentials.ts'
import { findAccount } from './accounts/find.ts'
import { renameAccount, usernameHistory } from './accounts/rename.ts'
import type { Context } from './context.ts'
import { type Bearer, bearer, isExpired, mayDo, present, whyDead } from './credentials.ts'
import { profileByName } from './profiles.ts'

/** The account that a request speaks for. Throws Refused `bearer_invalid`. */
export async function ownAccount(context: Context, presented: Bearer): Promise<Account> {
  const about = await bearer(context, presented)
  const account = await findAccount(context, about.id)
  if (!account) throw new Refused('bearer_invalid', { about })
  return account
}

/**
 * The account that a request speaks for or, where it is suspended now, spoke for until then: suspension has
 * ended the token, and this is how its owner is told. Of a token that was ended otherwise there is no row.
 */
export async function ownAccountEvenSuspended(
  context: Context,
  { accessToken, address }: Bearer,
): Promise<Account> {
  const presented = await present(context, accessToken)
  const now = context.clock()
  const stored = presented && (await credentialByDigest(context.db, presented.digest, now))
  const account = stored && (await findAccount(context, stored.id))
  if (
    !presented ||
    !account ||
    isExpired(stored, now) ||
    !mayDo(stored, 'join') ||
    !(stored.alive || account.suspension)
  ) {
    throw new Refused('bearer_invalid', await whyDead(context, presented, stored))
  }
  if (stored.alive) context.credentialUses.mark(presented.digest, address)
  return account
}

/** As renameAccount, once in a while: `username_changed_lately` in between. */
export function changeOwnUsername(
  context: Context,
  by: Actor,
  account: Account,
  username: string,
): Promise<Account> {
  return renameAccount(context, by, account, username, context.clock() - context.config.usernameCooldown)
}

export interface UsernameChange {
  createdAt: number
  /** Undefined where the account has its first name. */
  changedAt: number | undefined
  isAllowed: boolean
}

/** When the account last changed its name, and whether it may do so now. */
export async function lastUsernameChange(context: Context, account: Account): Promise<UsernameChange> {
  const { createdAt } = account
  const last = (await usernameHistory(context, account)).at(-1)?.changedAt ?? createdAt
  const changedAt = last > createdAt ? last : undefined
  const isAllowed = changedAt === undefined || changedAt <= context.clock() - context.config.usernameCooldown
  return { createdAt, changedAt, isAllowed }
}

/** Whether the account could have this name, the cooldown aside: its own in other letters is its to have. */
export async function usernameStatus(
  context: Context,
  account: Account,
  username: string,
): Promise<'free' | 'taken' | 'malformed'> {
  if (!isNewUsername(username)) return 'malformed'
  const holder = await profileByName(context, username)
  return holder === undefined || (holder.id === account.id && holder.username !== username) ? 'free' : 'taken'
}
