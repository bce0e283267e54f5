import { hourMs } from '../../lib/measure/units.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { namesHeldFor } from '../../storage/accounts/name-claims.ts'
import {
  insertUsernameHistory,
  updateUsername,
  usernameChangedAt,
  usernamesOf,
} from '../../storage/accounts/usernames.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { takeFromBudget } from '../../storage/limits/budgets.ts'
import { accountById, lockedPlayer } from '../accounts/find.ts'
import { change, ifTaken } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { holdName, prepareName } from './owner.ts'
import { type Choice, checkName } from './rules.ts'

/** Every name is stored forever. Without a cooldown, this limits how many there are. */
export const renameBudget = { size: 10, refillMs: hourMs }

/** Without a cooldown, this limits how many names a player withholds from everybody else. */
export const maxNamesHeld = 50

/**
 * Renames an account. Tokens stay valid, and the next answer contains the new name. A change of letter case only is a
 * rename, too. The old name is held for the account. Throws Refused `username_malformed`, `username_reserved`,
 * `username_taken`, `username_held`, and for players `username_changed_lately`, `character_suspended`.
 */
export async function renameAccount(
  context: ChangeContext,
  by: Actor,
  account: Account,
  username: string,
  choice: Choice = {},
): Promise<Account> {
  await change(context, by, async (tx) => {
    refuseSuspended(by, (await lockedPlayer(tx, account)).row, context.clock())
    return { events: await renameIn(context, tx, account, username, choice) }
  }).catch(ifTaken('username_taken'))
  return accountById(context, account.id)
}

/**
 * Renames as part of a larger change and returns the events, of which there are none if the name stays the same. Also
 * throws UniqueViolation if somebody else is given the name meanwhile.
 */
export async function renameIn(
  context: ReadContext,
  tx: Transaction,
  account: Account,
  username: string,
  choice: Choice = {},
): Promise<AuditEvent[]> {
  const { id } = account
  checkName(context, username, { ...choice, present: account.username })
  const { row } = await lockedPlayer(tx, account)
  const taker = { id, ownerId: row.owner_id ?? undefined }
  const { isTakenBack } = await prepareName(context, tx, username, taker)
  if (choice.isPlayers) await chargeRename(context, tx, { ...account, ...taker }, isTakenBack)
  if (username === row.username) return []
  await updateUsername(tx, id, username)
  if (fold(username) !== row.username_folded) await holdName(context, tx, row.username, row.owner_id ?? id)
  await insertUsernameHistory(tx, id, username, context.clock())
  const details = { from: row.username, to: username }
  return [{ event: 'account.renamed', account: id, details }]
}

/** Applies the cooldown, except to a name that is held for the account, because nobody else could have taken it. */
async function chargeRename(
  { clock, config }: ReadContext,
  tx: Transaction,
  account: Account,
  isTakenBack: boolean,
): Promise<void> {
  const { id } = account
  const now = clock()
  const { usernameCooldown } = config
  const isCooling = usernameCooldown > 0 && (await usernameChangedAt(tx, id)) > now - usernameCooldown
  const isHoarding = (await namesHeldFor(tx, account.ownerId ?? id, now)).length >= maxNamesHeld
  const isSpent = (await takeFromBudget(tx, `rename:${id}`, now, renameBudget)) > 0
  if (isSpent || (!isTakenBack && (isCooling || isHoarding))) {
    throw new Refused('username_changed_lately', { about: account })
  }
}

/** Returns every name the account has had, the oldest first, with the instant at which it took the name. */
export async function usernameHistory(
  { db }: { db: Queries },
  account: Account,
): Promise<{ username: string; changedAt: number }[]> {
  const rows = await usernamesOf(db, account.id)
  return rows.map((row) => ({ username: row.username, changedAt: row.changed_at }))
}
