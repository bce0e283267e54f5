import { isoTimeOrNull } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { requireRule } from '../../model/errors/families.ts'
import type { Changes } from '../../model/fields/field.ts'
import type { suspensionFields } from '../../model/fields/suspension.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { accountByKey, updateAccount } from '../../storage/accounts/accounts.ts'
import { endCredentialsBySuspension } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { toAccount } from './account-row.ts'
import { accountById, lockedAccount } from './find.ts'
import { keepAdministrator, suspenderOf } from './roles.ts'

export type NewSuspension = Changes<typeof suspensionFields>

/** Whom a suspension concerns, if a character is named: the character only, or its account with all players. */
interface Concerned {
  only?: boolean | undefined
}

/**
 * Suspends the account of a player with all its players, or one character, and ends all tokens, grants and pending joins,
 * which stay ended after the suspension. If it is already suspended, the reason and the end only change if they are given,
 * and nothing happens if neither is. Throws Refused `malformed`, `last_administrator`, `role_missing`.
 */
export async function suspendAccount(
  context: ChangeContext,
  by: Actor,
  player: Account,
  { reason, until }: NewSuspension,
  { only = false }: Concerned = {},
): Promise<Account> {
  requireRule('reason', 'reason', reason)
  const { ownerId = player.id } = player
  const id = only ? player.id : ownerId
  await change(context, by, async (tx) => {
    if (id === ownerId) await keepAdministrator(context, tx, by, await accountOf(context, tx, player))
    const row = await lockedAccount(tx, id)
    const before = toAccount(row, context.clock()).suspension
    const suspended_by = await suspenderOf(tx, by, { account: ownerId, suspension: before })
    const end = (until === undefined ? before?.until : until) ?? null
    const suspension_reason = (reason ?? before?.reason) || null
    const isSame = end === (before?.until ?? null) && suspension_reason === (before?.reason ?? null)
    if (before && isSame) return { events: [] }
    const suspended_at = before?.at ?? context.clock()
    const suspension = { suspended_at, suspended_until: end, suspension_reason, suspended_by }
    await endCredentialsBySuspension(tx, id, suspension)
    const details = { reason: suspension_reason, until: isoTimeOrNull(end) }
    return { events: [{ event: 'account.suspended', account: id, details }] }
  })
  return accountById(context, player.id)
}

/**
 * Ends the suspension of a player and that of its account, or only that of a character. Does nothing if there is none.
 * Throws Refused `role_missing`.
 */
export async function restoreAccount(
  context: ChangeContext,
  by: Actor,
  { id, ownerId = id }: Account,
  { only = false }: Concerned = {},
): Promise<Account> {
  await change(context, by, async (tx) => {
    const events: AuditEvent[] = []
    for (const each of only ? [id] : new Set([ownerId, id])) {
      const { suspension } = toAccount(await lockedAccount(tx, each), context.clock())
      await suspenderOf(tx, by, { account: ownerId, suspension })
      if (!suspension) continue
      await updateAccount(tx, each, none)
      events.push({ event: 'account.restored', account: each, details: {} })
    }
    return { events }
  })
  return accountById(context, id)
}

/** Returns the account of a player. */
async function accountOf({ clock }: ReadContext, tx: Transaction, player: Account): Promise<Account> {
  const { ownerId } = player
  const row = ownerId === undefined ? undefined : await accountByKey(tx, { column: 'id', value: ownerId })
  return row ? toAccount(row, clock()) : player
}

const none = { suspended_at: null, suspended_until: null, suspension_reason: null, suspended_by: null }
