import { type Queries, type Transaction, type Value, writes } from '../engine/database.ts'
import { insertOfRows } from '../engine/insert-of-rows.ts'
import { readsAll } from '../engine/queries.ts'
import type { AuditEntryRow } from '../schema/rows/records.ts'

type NewAuditEntryRow = Omit<AuditEntryRow, 'seal'>

export interface NewAuditEntry {
  row: NewAuditEntryRow
  /**
   * Set if the account can repeat the event at will: the smallest id of the entries that count. If there are already
   * `entriesCounted` of them, the entry is not written.
   */
  countedFrom: string | null
}

/** The limit for one account and one event, counting only what the account itself did. */
export const entriesCounted = 100

const columns = [
  'id',
  'at',
  'event',
  'account_id',
  'actor_kind',
  'actor_id',
  'actor_name',
  'address',
  'details',
] as const

/** Returns the text that inserts the entry whose `auditValues` begin at `$first`. */
export function insertAuditText(first: number): string {
  const values = columns.map((name, index) => parameter(first + index, name === 'at' ? 'bigint' : 'text'))
  const countedFrom = parameter(first + columns.length, 'text')
  return `insert into audit_entry (${columns.join(', ')}) select ${values.join(', ')}
    where (${countedFrom} is null or (select count(*) from audit_entry as counted
      where counted.account_id = ${values[3]} and counted.event = ${values[2]}
        and counted.actor_kind = 'account' and counted.id > ${countedFrom}) < ${entriesCounted})`
}

const parameter = (number: number, type: string): string => `cast($${number} as ${type})`

export const auditValues = ({ row, countedFrom }: NewAuditEntry): Value[] => [
  ...columns.map((name) => row[name]),
  countedFrom,
]

const insert = writes('insert_audit_entry', insertAuditText(1))

export async function insertAuditEntry(db: Queries, entry: NewAuditEntry): Promise<void> {
  await db.run(insert, auditValues(entry))
}

const insertRows = insertOfRows('audit_entry', columns, '')

/** Inserts entries of events that nobody can repeat at will. */
export async function insertAuditEntries(tx: Transaction, rows: readonly NewAuditEntryRow[]): Promise<void> {
  await insertRows(
    tx,
    rows.map((row) => columns.map((name) => row[name])),
  )
}

/** The number of digits at the end of the ids that distinguish rows of one statement. */
const numberedDigits = 5

// A username contains no character that JSON escapes.
const insertCreated = writes(
  'insert_accounts_created',
  `insert into audit_entry (${columns.join(', ')})
   select substr(cast($1 as text), 1, ${32 - numberedDigits})
       || substr(cast(${10 ** numberedDigits} + row_number() over (order by id) as text), 2),
     cast($2 as bigint), 'account.created', id, cast($3 as text), cast($4 as text), cast($5 as text),
     cast($6 as text), '{"username":"' || username || '"' || coalesce(',"owner":"' || owner_id || '"', '') || '}'
   from account where id = any_of($7)`,
)

/** Records the creation of many accounts at once, so that it hardly slows down an import of a million. */
export async function insertAccountsCreated(
  tx: Transaction,
  { id, at, actor_kind, actor_id, actor_name, address }: NewAuditEntryRow,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length > 0)
    await tx.run(insertCreated, [id, at, actor_kind, actor_id, actor_name, address, accounts])
}

/** Selects entries. `after` is the id of the last entry of the previous page. */
interface AuditSelection {
  account?: string | undefined
  event?: string | undefined
  after?: string | undefined
  limit: number
}

/** Returns entries, the newest first. */
export function auditEntries(
  db: Queries,
  { account, event, after, limit }: AuditSelection,
): Promise<AuditEntryRow[]> {
  let found = db.query.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(limit)
  if (account !== undefined) found = found.where('account_id', '=', account)
  if (event !== undefined) found = found.where('event', '=', event)
  if (after !== undefined) found = found.where('id', '<', after)
  return found.execute()
}

/** Returns entries after `after`, the oldest first. */
export const auditEntriesAfter = readsAll<AuditEntryRow, [after: string, limit: number]>(
  'audit_entries_after',
  'select * from audit_entry where id > $1 order by id limit cast($2 as bigint)',
)
