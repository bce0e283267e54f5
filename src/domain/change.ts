import type { Actor } from '../model/actor.ts'
import type { AuditEvent } from '../model/audit.ts'
import { Refused } from '../model/refusal.ts'
import { mayAs } from '../model/role.ts'
import { lockAccount } from '../storage/accounts/accounts.ts'
import { holdApiToken } from '../storage/credentials/api-tokens.ts'
import { sessionByDigest } from '../storage/credentials/web-sessions.ts'
import type { Transaction } from '../storage/engine/database.ts'
import { toAccount } from './accounts/account-row.ts'
import { recordAll } from './audit/record.ts'
import type { Changing } from './context.ts'

/** One event for the audit log per change; empty if `work` changed nothing. */
export interface Changed {
  events: readonly AuditEvent[]
}

/**
 * The one way to change something: runs `work` in a transaction, records the events that it answers, and notifies
 * the owner of the account as `noticeRules` says. All of it is written, or nothing. Resolves to the `result`. Throws
 * Refused `session_ended` or `api_token_invalid` where that of the actor has ended since its request began.
 */
export function change<Result>(
  context: Changing,
  by: Actor,
  work: (tx: Transaction) => Promise<Changed & { result: Result }>,
): Promise<Result>
export function change(
  context: Changing,
  by: Actor,
  work: (tx: Transaction) => Promise<Changed>,
): Promise<void>
export function change(
  context: Changing,
  by: Actor,
  work: (tx: Transaction) => Promise<Changed & { result?: unknown }>,
): Promise<unknown> {
  return context.db.transaction(async (tx) => {
    await holdActor(context, tx, by)
    const { events, result } = await work(tx)
    await recordAll(context, tx, by, events)
    return result
  })
}

/**
 * A request may have waited for its turn to hash a password while the owner of the account recovered it, or while an
 * operator revoked its token: what it was to change must not outlive them. Locks what the actor has proved to have, so
 * that it does not end before the transaction. Throws Refused `session_ended`, `role_missing`,
 * `api_token_invalid`.
 */
async function holdActor(
  { clock }: Changing,
  tx: Transaction,
  { kind, id, session, role }: Actor,
): Promise<void> {
  if (id === undefined) return
  if (kind === 'api' && !(await holdApiToken(tx, id, clock()))) throw new Refused('api_token_invalid')
  if (session === undefined) return
  await lockAccount(tx, id)
  const row = await sessionByDigest(tx, session, clock())
  if (!row) throw new Refused('session_ended', { about: { id } })
  if (role && !mayAs(toAccount(row, clock()), role)) throw new Refused('role_missing', { about: { id } })
}
