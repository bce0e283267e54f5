import type { Actor } from '../model/actor.ts'
import type { AuditEvent } from '../model/audit.ts'
import type { Transaction } from '../storage/database.ts'
import { record } from './audit/record.ts'
import type { Context } from './context.ts'

/** The part of the context that every change needs. */
export type Changing = Pick<Context, 'clock' | 'db' | 'log' | 'random'>

/** One event for the audit log per change; empty if `work` changed nothing. */
export interface Changed {
  events: readonly AuditEvent[]
}

/**
 * The one way to change something: runs `work` in a transaction, records the events that it answers, and notifies
 * the owner of the account as `noticeRules` says. All of it is written, or nothing. Resolves to the `result`.
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
    const { events, result } = await work(tx)
    for (const event of events) await record(context, tx, by, event)
    return result
  })
}
