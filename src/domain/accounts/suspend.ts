import { isoTimeOrNull } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { requireRule } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Changes } from '../../model/fields/field.ts'
import type { suspensionFields } from '../../model/fields/suspension.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { accountByKey, updateAccount } from '../../storage/accounts/accounts.ts'
import { endCredentialsBySuspension } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { toAccount } from './account-row.ts'
import { accountById, lockedPlayer, type PlayerRows } from './find.ts'
import { keepAdministrator, suspenderOf } from './roles.ts'

export type NewSuspension = Changes<typeof suspensionFields>

/** Whom a suspension concerns, if a character is named: the character only, or its account with all players. */
interface Concerned {
  only?: boolean | undefined
}

/**
 * Suspends the account of a player with all its players, or one character, and ends all tokens, grants and pending joins,
 * which stay ended after the suspension. If it is already suspended, the reason and the end only change if they are given,
 * and nothing happens if neither is. Returns the account or the character that is suspended. Throws Refused `malformed`,
 * `last_administrator`, `role_missing`, `account_only`.
 */
export async function suspendAccount(
  context: ChangeContext,
  by: Actor,
  player: Account,
  { reason, until }: NewSuspension,
  { only = false }: Concerned = {},
): Promise<Account> {
  requireRule('reason', 'reason', reason)
  const suspended = await change(context, by, async (tx) => {
    const { row, account } = await lockedToSuspend(context, tx, by, player, only)
    const before = toAccount(row, context.clock()).suspension
    const suspended_by = await suspenderOf(tx, by, { account: account.id, suspension: before })
    const end = (until === undefined ? before?.until : until) ?? null
    const suspension_reason = (reason ?? before?.reason) || null
    const isSame = end === (before?.until ?? null) && suspension_reason === (before?.reason ?? null)
    if (before && isSame) return { events: [], result: row.id }
    const suspended_at = before?.at ?? context.clock()
    const suspension = { suspended_at, suspended_until: end, suspension_reason, suspended_by }
    await endCredentialsBySuspension(tx, row.id, suspension)
    const details = { reason: suspension_reason, until: isoTimeOrNull(end) }
    return { events: [{ event: 'account.suspended', account: row.id, details }], result: row.id }
  })
  return accountById(context, suspended)
}

/** Locks the account of a player, and the row to be suspended, which is the account's unless `only` the character is. */
async function lockedToSuspend(
  context: ReadContext,
  tx: Transaction,
  by: Actor,
  player: Account,
  only: boolean,
): Promise<PlayerRows> {
  // Before any row is locked, since it locks all roles.
  const keptFor = only ? undefined : await accountOf(tx, player)
  if (keptFor) await keepAdministrator(context, tx, by, toAccount(keptFor, context.clock()))
  const { row, account } = await lockedPlayer(tx, player)
  if (only) {
    requireCharacter(row)
    return { row, account }
  }
  // The player may have joined or left an account in between.
  if (account.id !== keptFor?.id)
    await keepAdministrator(context, tx, by, toAccount(account, context.clock()))
  return { row: account, account }
}

/** Throws Refused `account_only`. */
function requireCharacter(row: AccountRow): void {
  if (row.owner_id !== null) return
  const sentence = `The player ${row.username} is the account’s own, with which all its players are suspended and restored. Leave "only" out to do that.`
  throw new Refused('account_only', { about: row, sentence })
}

/**
 * Ends the suspension of a player and that of its account, or only that of a character. Does nothing if there is none.
 * Throws Refused `role_missing`, `account_only`.
 */
export async function restoreAccount(
  context: ChangeContext,
  by: Actor,
  player: Account,
  { only = false }: Concerned = {},
): Promise<Account> {
  await change(context, by, async (tx) => {
    const events: AuditEvent[] = []
    const { row, account } = await lockedPlayer(tx, player)
    if (only) requireCharacter(row)
    for (const each of only ? [row] : new Set([account, row])) {
      const { suspension } = toAccount(each, context.clock())
      await suspenderOf(tx, by, { account: account.id, suspension })
      if (!suspension) continue
      await updateAccount(tx, each.id, none)
      events.push({ event: 'account.restored', account: each.id, details: {} })
    }
    return { events }
  })
  return accountById(context, player.id)
}

/** Returns the row of a player's account as it is now. */
async function accountOf(tx: Transaction, { id }: Account): Promise<AccountRow | undefined> {
  const row = await accountByKey(tx, { column: 'id', value: id })
  return row && row.owner_id !== null ? accountByKey(tx, { column: 'id', value: row.owner_id }) : row
}

const none = { suspended_at: null, suspended_until: null, suspension_reason: null, suspended_by: null }
