import { type Queries, type Statement, type Value, writes } from '../engine/database.ts'
import { executes, readsAll } from '../engine/queries.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import type { AttemptRow } from '../schema/rows/records.ts'

/** The most rows that one statement writes, so that the event loop is hardly delayed. */
export const attemptsAtOnce = 64

/** The number of refused attempts that are kept for one subject. The newest of each network take precedence. */
export const refusedPerSubject = 20
const newestOfNetwork = 5
/** So many processes can record a refusal in the same millisecond. */
const maxInstances = 16

type Column = keyof AttemptRow

const succeededColumns = ['subject', 'step', 'at', 'address', 'server', 'detail'] as const satisfies Column[]
const refusedColumns = [...succeededColumns, 'refused_at', 'reason', 'network'] as const satisfies Column[]

/** Always has the same number of rows, of which empty ones are ignored, so that it is prepared only once. */
function putStatement<Row>(
  name: string,
  columns: readonly Column[],
  { constants = '', conflict }: { constants?: string; conflict: string },
): Statement<Row> {
  const type = (column: Column) => (column === 'at' || column === 'refused_at' ? 'bigint' : 'text')
  const row = (_: unknown, number: number) =>
    `(${columns.map((column, index) => `cast($${number * columns.length + index + 1} as ${type(column)})`).join(', ')})`
  const given = columns.join(', ')
  return writes(
    name,
    `with given (${given}) as (values ${Array.from({ length: attemptsAtOnce }, row).join(', ')})
     insert into attempt (${given}${constants && ', refused_at, network'})
     select ${given}${constants} from given where subject is not null
     on conflict (subject, step, refused_at) ${conflict}`,
  )
}

const putSucceeded = putStatement('put_succeeded_attempts', succeededColumns, {
  constants: ", 0, ''",
  conflict: `do update set at = excluded.at, address = excluded.address, server = excluded.server,
       detail = excluded.detail
     where attempt.at <= excluded.at`,
})

type AttemptKey = Pick<AttemptRow, 'subject' | 'step' | 'refused_at'>

const putRefused = putStatement<AttemptKey>('put_refused_attempts', refusedColumns, {
  conflict: 'do nothing returning subject, step, refused_at',
})

const deleteSurplus = writes(
  'delete_surplus_attempts',
  `delete from attempt where (subject, step, refused_at) in (
     select subject, step, refused_at from (
       select subject, step, refused_at, row_number() over (partition by subject
         order by case when nth_of_network > ${newestOfNetwork} then 1 else 0 end, refused_at desc, step) as nth
       from (
         select subject, step, refused_at,
           row_number() over (partition by subject, network order by refused_at desc, step) as nth_of_network
         from attempt where subject = any_of($1) and refused_at > 0) as of_networks) as ranked
     where nth > ${refusedPerSubject})`,
)

/** A successful attempt and its account. */
export type SucceededAttempt = Pick<AttemptRow, (typeof succeededColumns)[number]>

/** Stores up to 64 successful attempts with different subjects or steps. Only the last one of each is kept. */
export async function putSucceededAttempts(
  db: Queries,
  attempts: readonly SucceededAttempt[],
): Promise<void> {
  await db.run(putSucceeded, valuesOf(attempts, succeededColumns))
}

/**
 * Stores up to 64 refused attempts that differ in subject, step or instant. For each subject 20 are kept: the newest
 * five of each network, then the newest of all.
 */
export async function putRefusedAttempts(db: Queries, attempts: readonly AttemptRow[]): Promise<void> {
  let left = attempts
  for (let tries = 0; left.length > 0 && tries < maxInstances; tries++) {
    const stored = new Set((await db.run(putRefused, valuesOf(left, refusedColumns))).map(keyOf))
    // Another instance has recorded one of the same millisecond.
    left = left.flatMap((attempt) =>
      stored.has(keyOf(attempt)) ? [] : [{ ...attempt, refused_at: attempt.refused_at + 1 }],
    )
  }
  await db.run(deleteSurplus, [[...new Set(attempts.map(({ subject }) => subject))]])
}

const keyOf = ({ subject, step, refused_at }: AttemptKey): string => `${subject} ${step} ${refused_at}`

/** Two processes that write the same rows must do so in the same order, so that they can't deadlock. */
function valuesOf<Name extends Column>(
  attempts: readonly Pick<AttemptRow, Name | 'subject' | 'step'>[],
  columns: readonly Name[],
): Value[] {
  const values = Array<Value>(attemptsAtOnce * columns.length).fill(null)
  let index = 0
  for (const row of attempts.toSorted(bySubject)) {
    for (const column of columns) values[index++] = row[column]
  }
  return values
}

const bySubject = (a: Pick<AttemptRow, 'subject' | 'step'>, b: typeof a): number => {
  if (a.subject !== b.subject) return a.subject < b.subject ? -1 : 1
  return a.step < b.step ? -1 : 1
}

/** Returns the attempts, the newest first. */
export const attemptsOf = readsAll<AttemptRow, [subjects: readonly string[]]>(
  'attempts_of_subjects',
  'select * from attempt where subject = any_of($1) order by at desc, refused_at desc',
)

/** An attempt as the owner of an account may know it: without its address. */
export type AttemptOfPlayer = Pick<
  AttemptRow,
  'subject' | 'step' | 'at' | 'reason' | 'detail' | 'network' | 'server'
> &
  Pick<AccountRow, 'username'>

/** Returns the attempts of all players of an account, in no order. */
export const attemptsOfPlayers = readsAll<AttemptOfPlayer, [account: string]>(
  'attempts_of_players',
  `select subject, step, at, reason, detail, network, server, username
   from account join attempt on subject = id where id = $1 or owner_id = $1`,
)

export const deleteAttempts = executes<[subject: string]>(
  'delete_attempts',
  'delete from attempt where subject = $1',
)
