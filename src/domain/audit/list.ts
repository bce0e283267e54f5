import { isoTime } from '../../lib/text/instant.ts'
import type { AuditEntry, AuditEventName } from '../../model/records/audit.ts'
import { type ListPart, readRows } from '../../model/records/lists.ts'
import { usernamesByIds } from '../../storage/accounts/usernames.ts'
import { auditEntries, auditEntriesAfter } from '../../storage/records/audit.ts'
import type { AuditEntryRow } from '../../storage/schema/rows/records.ts'
import type { ReadContext } from '../context.ts'

/** Converts a row. The order of the fields, and of those in `details`, is part of what is sealed. */
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

export interface AuditQuery extends ListPart {
  /** The UUID of the account. */
  account?: string | undefined
  event?: AuditEventName | undefined
}

/** Returns a page of entries, the newest first. */
export async function listAudit({ db }: ReadContext, query: AuditQuery): Promise<AuditEntry[]> {
  return (await auditEntries(db, query)).map(toAuditEntry)
}

/** Returns the current usernames of the entries' accounts, and of players who acted. Deleted accounts are not included. */
export async function usernamesOfEntries(
  { db }: ReadContext,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    entries
      .flatMap(({ account, actor }) => [account, actor.kind === 'account' ? actor.id : undefined])
      .filter((id) => typeof id === 'string'),
  )
  if (ids.size === 0) return new Map()
  return new Map((await usernamesByIds(db, [...ids])).map(({ id, username }) => [id, username]))
}

/** Yields all entries, the oldest first, each as the line of JSON that is sealed. */
export async function* auditLines({ db }: ReadContext): AsyncGenerator<string> {
  const rows = readRows({}, ({ after = '', limit }) => auditEntriesAfter(db, after, limit))
  for await (const row of rows) yield JSON.stringify(toAuditEntry(row))
}
