import { fold } from '../../lib/text/fold.ts'
import type { Account, Profile } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { credentialByDigest } from '../../storage/credentials/credentials.ts'
import { findAccount } from '../accounts/find.ts'
import type { Context, ReadContext } from '../context.ts'
import { nameStatus } from '../names/owner.ts'
import { renameAccount, usernameHistory } from '../names/rename.ts'
import { checkName, nameProblem } from '../names/rules.ts'
import { isVendorName, refuseVendorName } from '../names/vendor.ts'
import {
  type Bearer,
  bearer,
  isExpired,
  mayDo,
  present,
  whyDead,
  writingBearer,
} from '../tokens/credentials.ts'

/** Returns the account whose token the request bears. Throws Refused `bearer_invalid`. */
export async function ownAccount(context: Context, presented: Bearer): Promise<Account> {
  return accountOf(context, await bearer(context, presented))
}

/**
 * Returns the account whose token the request bears, for a change to its profile. Throws Refused `bearer_invalid`,
 * `scope_missing`.
 */
export async function ownAccountToWrite(context: Context, presented: Bearer): Promise<Account> {
  return accountOf(context, await writingBearer(context, presented))
}

async function accountOf(context: Context, about: Profile): Promise<Account> {
  const account = await findAccount(context, about.id)
  if (!account) throw new Refused('bearer_invalid', { about })
  return account
}

/**
 * Returns the account whose token the request bears, even if the account is suspended and the suspension ended the
 * token, so that its owner can be told. There is no row for a token that ended in any other way.
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

/**
 * Renames the account at its owner's request, with the cooldown and the refusals of `renameAccount` for players. Also
 * throws Refused `username_vendor` and `vendor_unavailable`, and by a token `username_held` for a name that is held for
 * another player of the account.
 */
export async function changeOwnUsername(
  context: Context,
  by: Actor,
  account: Account,
  username: string,
): Promise<Account> {
  checkName(context, username, { isPlayers: true, present: account.username })
  const status = await nameStatus(context, username, account)
  const isByToken = by.session === undefined
  if (isByToken && status === 'kept' && !(await hasHad(context, account, username)))
    throw new Refused('username_held', { about: account })
  // A name that the player has, or had and still holds, does not depend on the vendor.
  if (status === 'free') await refuseVendorName(context, username, by.address ?? '')
  return renameAccount(context, by, account, username, { isPlayers: true })
}

export interface UsernameChange {
  createdAt: number
  /** Undefined if the account still has its first name. */
  changedAt: number | undefined
  isAllowed: boolean
}

/** Returns when the account last changed its name, and whether it may do so now. */
export async function lastUsernameChange(context: Context, account: Account): Promise<UsernameChange> {
  const { createdAt } = account
  const last = (await usernameHistory(context, account)).at(-1)?.changedAt ?? createdAt
  const changedAt = last > createdAt ? last : undefined
  const isAllowed = changedAt === undefined || changedAt <= context.clock() - context.config.usernameCooldown
  return { createdAt, changedAt, isAllowed }
}

/** Returns the instant from which the account may change its name. It is in the past if it may do so now. */
export async function nextUsernameChangeAt(context: Context, account: Account): Promise<number> {
  const { changedAt } = await lastUsernameChange(context, account)
  return changedAt === undefined ? 0 : changedAt + context.config.usernameCooldown
}

/**
 * Returns true if this player has had the name, not only another one of its account: somebody who holds a token must not learn
 * which players belong together.
 */
async function hasHad(context: ReadContext, player: Account, username: string): Promise<boolean> {
  const names = await usernameHistory(context, player)
  return names.some((name) => fold(name.username) === fold(username))
}

/**
 * Returns whether a token of the player could take this name, ignoring the cooldown. Its own name in other letter case is
 * free. `address` is the client's. Throws Refused `vendor_unavailable`.
 */
export async function usernameAvailability(
  context: Context,
  account: Account,
  username: string,
  address: string,
): Promise<'free' | 'taken' | 'not_allowed'> {
  const present = account.username
  if (nameProblem(context, username, { isPlayers: true, present })) return 'not_allowed'
  const status = await nameStatus(context, username, account)
  const isOwnInOtherLetters = status === 'own' && username !== present
  if (status === 'free') return (await isVendorName(context, username, address)) ? 'taken' : 'free'
  const isKept = status === 'kept' && (await hasHad(context, account, username))
  return isKept || isOwnInOtherLetters ? 'free' : 'taken'
}
