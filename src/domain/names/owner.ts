import { fold } from '../../lib/text/fold.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { deleteEndedHolds, insertNameHold, nameClaim } from '../../storage/accounts/name-claims.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import type { NameClaimRow } from '../../storage/schema/rows/accounts.ts'
import type { ReadContext } from '../context.ts'

/** The owner of a name, as seen from one account: `kept` is held for that account, `held` for another one. */
type NameStatus = 'free' | 'own' | 'taken' | 'kept' | 'held'

/** The player that wants a name. Names that a player gave up are held for its account, so for all its players. */
export interface NameTaker {
  id: string
  /** The account of a character. */
  ownerId?: string | undefined
}

/** Returns the status of a name. `taker` is undefined for a name without an account. Expired holds do not count. */
export async function nameStatus(
  { clock, db }: ReadContext & { db: Queries },
  username: string,
  taker?: NameTaker,
): Promise<NameStatus> {
  return statusOf(await nameClaim(db, fold(username)), clock(), taker)
}

function statusOf(claim: NameClaimRow | undefined, now: number, taker?: NameTaker): NameStatus {
  if (!claim || (claim.until !== null && claim.until <= now)) return 'free'
  const isOf = (id: string | undefined) => id !== undefined && claim.account_id === id
  if (claim.kind === 'held') return isOf(taker?.ownerId) || isOf(taker?.id) ? 'kept' : 'held'
  return isOf(taker?.id) ? 'own' : 'taken'
}

/**
 * Frees a name for an account in the transaction that writes the account, whose row then claims it. Returns whether the
 * name was held for this account. Throws Refused `username_taken` or `username_held`.
 */
export async function prepareName(
  { clock }: ReadContext,
  tx: Transaction,
  username: string,
  taker: NameTaker,
): Promise<{ isTakenBack: boolean }> {
  const key = fold(username)
  const claim = await nameClaim(tx, key)
  const status = statusOf(claim, clock(), taker)
  if (status === 'taken' || status === 'held') throw new Refused(`username_${status}`)
  if (claim && status === 'free') await deleteEndedHolds(tx, [key], clock())
  return { isTakenBack: status === 'kept' }
}

/** Returns true if a name was refused because it has another owner. */
export const isNameRefusal = (error: unknown): boolean =>
  error instanceof Refused && (error.reason === 'username_taken' || error.reason === 'username_held')

/** Holds a name that a player of an account has just given up, for the time that NORN_NAME_HOLD says. */
export async function holdName(
  { clock, config }: ReadContext,
  tx: Transaction,
  username: string,
  accountId: string,
): Promise<void> {
  if (config.nameHold === 0) return
  await insertNameHold(tx, { key: fold(username), accountId, until: clock() + config.nameHold })
}
