import { fold } from '../../lib/fold.ts'
import { type Account, isNewUsername } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import {
  insertUsernameHistory,
  updateUsername,
  usernameChangedAt,
  usernamesOf,
} from '../../storage/accounts.ts'
import { takeFromBudget } from '../../storage/budgets.ts'
import { type Queries, type Transaction, UniqueViolation } from '../../storage/database.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

/** Every name is kept for good: without a cooldown this bounds how many there are. */
const renameBudget = { size: 10, refillMs: 3_600_000 }

/**
 * Tokens stay valid; the next answer bears the new name. A change of letter case alone is a rename too.
 * Refuses with `username_changed_lately` where the name was changed after `notSince`, or, where that is given, very
 * often lately.
 */
export async function renameAccount(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  by: Actor,
  account: Account,
  username: string,
  notSince = Number.POSITIVE_INFINITY,
): Promise<Account> {
  if (!isNewUsername(username)) throw new Refused('username_malformed')
  try {
    await context.db.transaction((tx) => renameIn(context, tx, by, account, username, notSince))
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refused('username_taken', { cause: error })
    throw error
  }
  return accountById(context, account.id)
}

/** As a part of a larger change; the name is one that is allowed. Throws UniqueViolation where it is taken. */
export async function renameIn(
  context: Pick<Context, 'clock' | 'random'>,
  tx: Transaction,
  by: Actor,
  account: Account,
  username: string,
  notSince = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { id } = account
  const now = context.clock()
  // First, since it locks the row: of two changes at once the second sees the first.
  if (!(await updateUsername(tx, id, { username, username_folded: fold(username) }))) {
    throw new Refused('account_unknown')
  }
  if (notSince < now && (await usernameChangedAt(tx, id)) > notSince) {
    throw new Refused('username_changed_lately', { about: account })
  }
  const isOwn = Number.isFinite(notSince)
  if (isOwn && (await takeFromBudget(tx, `rename:${id}`, now, renameBudget)) > 0) {
    throw new Refused('username_changed_lately', { about: account })
  }
  await insertUsernameHistory(tx, id, username, now)
  const details = { from: account.username, to: username }
  await record(context, tx, by, { event: 'account.renamed', account: id, details })
}

/** Every name the account has had, the oldest first, with the instant at which it took it. */
export async function usernameHistory(
  { db }: { db: Queries },
  account: Account,
): Promise<{ username: string; changedAt: number }[]> {
  const rows = await usernamesOf(db, account.id)
  return rows.map((row) => ({ username: row.username, changedAt: row.changed_at }))
}
