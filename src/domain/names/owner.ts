import { fold } from '../../lib/text/fold.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { deleteEndedHolds, insertNameHold, nameClaim } from '../../storage/accounts/name-claims.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import type { NameClaimRow } from '../../storage/schema/schema.ts'
import type { ReadContext } from '../context.ts'

/** The owner of a name, as seen from one account: `kept` is held for that account, `held` for another one. */
type NameStatus = 'free' | 'own' | 'taken' | 'kept' | 'held'

/** Returns the status of a name. `accountId` is undefined for a name without an account. Expired holds do not count. */
export async function nameStatus(
  { clock, db }: ReadContext & { db: Queries },
  username: string,
  accountId?: string,
): Promise<NameStatus> {
  return statusOf(await nameClaim(db, fold(username)), clock(), accountId)
}

function statusOf(claim: NameClaimRow | undefined, now: number, accountId?: string): NameStatus {
  if (!claim || (claim.until !== null && claim.until <= now)) return 'free'
  const isHold = claim.kind === 'held'
  if (claim.account_id === accountId) return isHold ? 'kept' : 'own'
  return isHold ? 'held' : 'taken'
}

/**
 * Frees a name for an account in the transaction that writes the account, whose row then claims it. Returns whether the
 * name was held for this account. Throws Refused `username_taken` or `username_held`.
 */
export async function prepareName(
  { clock }: ReadContext,
  tx: Transaction,
  username: string,
  accountId: string,
): Promise<{ isTakenBack: boolean }> {
  const key = fold(username)
  const claim = await nameClaim(tx, key)
  const status = statusOf(claim, clock(), accountId)
  if (status === 'taken' || status === 'held') throw new Refused(`username_${status}`)
  if (claim && status === 'free') await deleteEndedHolds(tx, [key], clock())
  return { isTakenBack: status === 'kept' }
}

/** Returns true if a name was refused because it has another owner. */
export const isNameRefusal = (error: unknown): boolean =>
  error instanceof Refused && (error.reason === 'username_taken' || error.reason === 'username_held')

/** Holds a name that an account has just given up, for the time that NORN_NAME_HOLD says. */
export async function holdName(
  { clock, config }: ReadContext,
  tx: Transaction,
  username: string,
  accountId: string,
): Promise<void> {
  if (config.nameHold === 0) return
  await insertNameHold(tx, { key: fold(username), accountId, until: clock() + config.nameHold })
}
