import type { AuditEntry, AuditEventName } from '../../model/audit.ts'
import { auditEntries, auditEntriesAfter } from '../../storage/audit.ts'
import type { AuditEntryRow } from '../../storage/schema.ts'
import type { Context } from '../context.ts'

/** The order of the fields, and of what stands in `details`, is part of what is sealed. */
export const toAuditEntry = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  event: row.event,
  account: row.account_id,
  actor: {
    kind: row.actor_kind,
    ...(row.actor_id !== null && { id: row.actor_id }),
    ...(row.actor_name !== null && { name: row.actor_name }),
  },
  address: row.address,
  details: JSON.parse(row.details),
})

export interface AuditQuery {
  /** UUID. */
  account?: string | undefined
  event?: AuditEventName | undefined
  /** The id of the last entry that was seen. */
  after?: string | undefined
  limit: number
}

/** The newest first. */
export async function listAudit({ db }: Pick<Context, 'db'>, query: AuditQuery): Promise<AuditEntry[]> {
  return (await auditEntries(db, query)).map(toAuditEntry)
}

const entriesAtOnce = 500

/** All, the oldest first, each as the line of JSON that is sealed. */
export async function* auditLines({ db }: Pick<Context, 'db'>): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const page = await auditEntriesAfter(db, after, entriesAtOnce)
    for (const row of page) {
      yield JSON.stringify(toAuditEntry(row))
      after = row.id
    }
    if (page.length < entriesAtOnce) return
  }
}
