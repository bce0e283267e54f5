import { type Queries, type Transaction, type Value, writes } from '../engine/database.ts'
import { insertOfRows } from '../engine/insert-of-rows.ts'
import type { AuditEntryRow } from '../schema/schema.ts'

export type NewAuditEntryRow = Omit<AuditEntryRow, 'seal'>

/** An entry to be written. */
export interface NewAuditEntry {
  row: NewAuditEntryRow
  /**
   * Where the account can repeat the event without end: the least id of those that count. The entry is left out where
   * there are as many as `entriesCounted`.
   */
  countedFrom: string | null
}

/** Of one account and one event, as far as the account itself did it. */
const entriesCounted = 100

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

/** Inserts the entry whose `auditValues` stand from `$first` on. */
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

/** Many entries of events that nobody can repeat without end. */
export async function insertAuditEntries(tx: Transaction, rows: readonly NewAuditEntryRow[]): Promise<void> {
  await insertRows(
    tx,
    rows.map((row) => columns.map((name) => row[name])),
  )
}

/** Rows of one statement are told apart by so many digits at the end of their ids. */
const numberedDigits = 5

// A username has no character that JSON would escape.
const insertCreated = writes(
  'insert_accounts_created',
  `insert into audit_entry (${columns.join(', ')})
   select substr(cast($1 as text), 1, ${32 - numberedDigits})
       || substr(cast(${10 ** numberedDigits} + row_number() over (order by id) as text), 2),
     cast($2 as bigint), 'account.created', id, cast($3 as text), cast($4 as text), cast($5 as text),
     cast($6 as text), '{"username":"' || username || '"}'
   from account where id = any_of($7)`,
)

/** That many accounts were created at once: an import of a million hardly takes longer for it. */
export async function insertAccountsCreated(
  tx: Transaction,
  { id, at, actor_kind, actor_id, actor_name, address }: NewAuditEntryRow,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length > 0)
    await tx.run(insertCreated, [id, at, actor_kind, actor_id, actor_name, address, accounts])
}

/** Which entries are meant; `after` is the id of the last that was seen. */
export interface AuditSelection {
  account?: string | undefined
  event?: string | undefined
  after?: string | undefined
  limit: number
}

/** The newest first. */
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

/** The oldest first, behind `after`. */
export function auditEntriesAfter(db: Queries, after: string, limit: number): Promise<AuditEntryRow[]> {
  return db.query
    .selectFrom('audit_entry')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
