import { timeUuid, timeUuidPrefix } from '../../lib/uuid.ts'
import type { Actor } from '../../model/actor.ts'
import { type AuditEvent, repeatableEvents } from '../../model/audit.ts'
import { insertAccountsCreated, insertAuditEntry, type NewAuditEntry } from '../../storage/audit.ts'
import type { Transaction } from '../../storage/database.ts'
import type { Context } from '../context.ts'

/** What a player has repeated within so long counts towards the most that is recorded of it. */
const countedMs = 86_400_000

type Needed = Pick<Context, 'clock' | 'random'>

/** The entry for something that `by` does now; whoever makes it has it written together with what it tells. */
export function auditEntry(
  { clock, random }: Needed,
  by: Actor,
  { event, account, details }: AuditEvent,
): NewAuditEntry {
  const at = clock()
  const isRepeatable = by.kind === 'account' && repeatableEvents.has(event)
  return {
    row: {
      id: timeUuid(at, random),
      at,
      event,
      account_id: account,
      actor_kind: by.kind,
      actor_id: by.id ?? null,
      actor_name: by.name ?? null,
      address: by.address ?? null,
      details: JSON.stringify(details),
    },
    countedFrom: isRepeatable ? timeUuidPrefix(at - countedMs) : null,
  }
}

/** Writes the entry in the transaction of what it tells. */
export function record(context: Needed, tx: Transaction, by: Actor, event: AuditEvent): Promise<void> {
  return insertAuditEntry(tx, auditEntry(context, by, event))
}

/** An entry `account.created` for each account that has just been put there: of an import, some hundreds at once. */
export function recordCreated(
  context: Needed,
  tx: Transaction,
  by: Actor,
  accounts: readonly string[],
): Promise<void> {
  const details = { username: '' }
  const { row } = auditEntry(context, by, { event: 'account.created', account: null, details })
  return insertAccountsCreated(tx, row, accounts)
}
