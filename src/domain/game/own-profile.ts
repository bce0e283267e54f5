import type { Account, Profile } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { credentialByDigest } from '../../storage/credentials/credentials.ts'
import { findAccount } from '../accounts/find.ts'
import type { Context } from '../context.ts'
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

/** The account that a request speaks for. Throws Refused `bearer_invalid`. */
export async function ownAccount(context: Context, presented: Bearer): Promise<Account> {
  return accountOf(context, await bearer(context, presented))
}

/** Finds the account of a request that changes the profile. Throws Refused `bearer_invalid`, `scope_missing`. */
export async function ownAccountToWrite(context: Context, presented: Bearer): Promise<Account> {
  return accountOf(context, await writingBearer(context, presented))
}

async function accountOf(context: Context, about: Profile): Promise<Account> {
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

/**
 * Changes the name once in a while, as renameAccount has it for players. Refuses also with `username_vendor` and
 * `vendor_unavailable`.
 */
export async function changeOwnUsername(
  context: Context,
  by: Actor,
  account: Account,
  username: string,
): Promise<Account> {
  checkName(context, username, { isPlayers: true, present: account.username })
  // A name that is the player's, or was, stays so whatever the vendor says.
  const isFree = (await nameStatus(context, username, account.id)) === 'free'
  if (isFree) await refuseVendorName(context, username, by.address ?? '')
  return renameAccount(context, by, account, username, { isPlayers: true })
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

/** From when on the account may change its name; an instant that is past where it may do so now. */
export async function nextUsernameChangeAt(context: Context, account: Account): Promise<number> {
  const { changedAt } = await lastUsernameChange(context, account)
  return changedAt === undefined ? 0 : changedAt + context.config.usernameCooldown
}

/**
 * Whether the account could have this name, the cooldown aside: its own in other letters is its to have. `address` is
 * the client's. Throws Refused `vendor_unavailable`.
 */
export async function usernameAvailability(
  context: Context,
  { id, username: present }: Account,
  username: string,
  address: string,
): Promise<'free' | 'taken' | 'not_allowed'> {
  if (nameProblem(context, username, { isPlayers: true, present })) return 'not_allowed'
  const status = await nameStatus(context, username, id)
  const isOwnInOtherLetters = status === 'own' && username !== present
  if (status === 'free') return (await isVendorName(context, username, address)) ? 'taken' : 'free'
  return status === 'kept' || isOwnInOtherLetters ? 'free' : 'taken'
}
