import { isoTime } from '../../lib/text/instant.ts'
import type { AuditEntry, AuditEventName } from '../../model/audit.ts'
import { usernamesByIds } from '../../storage/accounts/usernames.ts'
import { auditEntries, auditEntriesAfter } from '../../storage/records/audit.ts'
import type { AuditEntryRow } from '../../storage/schema/schema.ts'
import type { Context } from '../context.ts'

/** The order of the fields, and of what stands in `details`, is part of what is sealed. */
export const toAuditEntry = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  at: isoTime(row.at),
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

/** How the accounts of entries are called now; those that are gone are not among them. */
export async function usernamesOfEntries(
  { db }: Pick<Context, 'db'>,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(entries.map(({ account }) => account).filter((id) => id !== null))
  if (ids.size === 0) return new Map()
  return new Map((await usernamesByIds(db, [...ids])).map(({ id, username }) => [id, username]))
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
