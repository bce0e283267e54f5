import { type Queries, type Value, writes } from './database.ts'
import type { AttemptRow } from './schema.ts'

/** What one statement writes at most: few enough that the event loop hardly notices. */
export const attemptsAtOnce = 64

/** Refused attempts that are kept of one subject. The newest of each network go before what is past them. */
const refusedPerSubject = 20
const newestOfNetwork = 5

const columns = ['subject', 'step', 'refused_at', 'at', 'reason', 'detail', 'network', 'address'] as const
const instants: ReadonlySet<string> = new Set(['refused_at', 'at'])

// Always as many rows, of which those that are nothing are left out: it is prepared once.
const rows = Array.from(
  { length: attemptsAtOnce },
  (_, row) =>
    `(${columns
      .map((name, column) => {
        const type = instants.has(name) ? 'bigint' : 'text'
        return `cast($${row * columns.length + column + 1} as ${type})`
      })
      .join(', ')})`,
)

const put = writes(
  'put_attempts',
  `with given (${columns.join(', ')}) as (values ${rows.join(', ')})
   insert into attempt (${columns.join(', ')}) select ${columns.join(', ')} from given where subject is not null
   on conflict (subject, step, refused_at) do update
     set at = excluded.at, reason = excluded.reason, detail = excluded.detail,
       network = excluded.network, address = excluded.address
     where attempt.at <= excluded.at`,
)

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

/**
 * Keeps up to 64 attempts, no two with the same key. Of each subject the last success of each step stays, and 20 of
 * those that were refused: the newest 5 of each network, then the newest of all.
 */
export async function putAttempts(db: Queries, attempts: readonly AttemptRow[]): Promise<void> {
  // Two processes that write the same rows do so in the same order: neither waits for the other.
  const given = attempts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const values = given.flatMap((row): Value[] => columns.map((name) => row[name]))
  const nothing = Array<null>((attemptsAtOnce - given.length) * columns.length).fill(null)
  await db.run(put, [...values, ...nothing])
  const refused = new Set(given.filter(({ refused_at }) => refused_at > 0).map(({ subject }) => subject))
  if (refused.size > 0) await db.run(deleteSurplus, [[...refused]])
}

const keyOf = ({ subject, step, refused_at }: AttemptRow): string => `${subject} ${step} ${refused_at}`

/** The newest first. */
export function attemptsOf(db: Queries, subjects: readonly string[]): Promise<AttemptRow[]> {
  return db.query
    .selectFrom('attempt')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('at', 'desc')
    .execute()
}

export async function deleteAttempts(db: Queries, subject: string): Promise<void> {
  await db.query.deleteFrom('attempt').where('subject', '=', subject).execute()
}
