import { type Transaction, writes } from '../engine/database.ts'
import { insertOfRows } from '../engine/insert-of-rows.ts'
import { executes, readsAny, readsFirst, readsNumber, writesAll } from '../engine/queries.ts'
import type { MailRow } from '../schema/rows/records.ts'

const insert = writes<{ id: string }>(
  'insert_mail',
  `insert into mail (id, kind, recipient, language, content, token, created_at, due_at, tries, expires_at)
   select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as text), cast($5 as text),
     cast($6 as text), cast($7 as bigint), cast($7 as bigint), 0, cast($8 as bigint)
   where (select count(*) from mail) < cast($9 as bigint)
   returning id`,
)

export type NewMailRow = Omit<MailRow, 'due_at' | 'tries'>

/** Inserts an email. Returns false, having written nothing, if `limit` emails are already waiting. */
export async function insertMail(tx: Transaction, row: NewMailRow, limit: number): Promise<boolean> {
  const { id, kind, recipient, language, content, token, created_at, expires_at } = row
  const written = await tx.run(insert, [
    id,
    kind,
    recipient,
    language,
    content,
    token,
    created_at,
    expires_at,
    limit,
  ])
  return written.length === 1
}

const columns = [
  'id',
  'kind',
  'recipient',
  'language',
  'content',
  'token',
  'created_at',
  'due_at',
  'tries',
  'expires_at',
] as const satisfies (keyof MailRow)[]

const insertRows = insertOfRows('mail', columns, '')

const countMail = readsNumber('count_mail', 'select count(*) from mail')

/** Inserts as many of the emails as there is room for before `limit` are waiting, and returns how many those are. */
export async function insertMails(
  tx: Transaction,
  rows: readonly NewMailRow[],
  limit: number,
): Promise<number> {
  const fitting = rows.slice(0, Math.max(0, limit - (await countMail(tx))))
  const whole = fitting.map((row) => ({ ...row, due_at: row.created_at, tries: 0 }))
  await insertRows(
    tx,
    whole.map((row) => columns.map((column) => row[column])),
  )
  return fitting.length
}

/** Leases emails that are due to the caller. Until `leasedUntil` nobody else gets those that still exist. */
export const leaseMail = writesAll<MailRow, [now: number, leasedUntil: number, limit: number]>(
  'lease_mail',
  `update mail set due_at = $2, tries = tries + 1
   where id in (select id from mail where due_at <= $1 and expires_at > $1 order by due_at, id limit $3)
     and due_at <= $1
   returning *`,
)

/** Returns true if an email is due. It is called all the time and usually finds nothing, and a read delays nobody. */
export const isMailDue = readsAny<[now: number]>(
  'due_mail',
  'select id from mail where due_at <= $1 and expires_at > $1 order by due_at limit 1',
)

/** Returns the number of emails waiting to be sent and the time of the oldest, which is null if there are none. */
export const waitingMail = readsFirst<{ waiting: number; oldest: number | null }, [now: number]>(
  'waiting_mail',
  'select count(*) as waiting, min(created_at) as oldest from mail where expires_at > $1',
)

export const postponeMail = executes<[id: string, dueAt: number]>(
  'postpone_mail',
  'update mail set due_at = $2 where id = $1',
)

export const deleteMail = executes<[id: string]>('delete_mail', 'delete from mail where id = $1')
