import { sql } from 'kysely'
import type { Queries } from '../engine/database.ts'
import { readsAll, readsValue } from '../engine/queries.ts'
import type { HourCountRow } from '../schema/rows/records.ts'
import { unpacked } from './day-counts.ts'

/** Adds to the stored counts, in a fixed order, so that two processes can't deadlock. */
export async function addToHours(db: Queries, counts: readonly HourCountRow[]): Promise<void> {
  await db.query
    .insertInto('hour_count')
    .values(counts.toSorted(byKey))
    .onConflict((on) =>
      on
        .columns(['at', 'step', 'outcome'])
        .doUpdateSet({ count: sql<number>`hour_count.count + excluded.count` }),
    )
    .execute()
}

const byKey = (a: HourCountRow, b: HourCountRow): number => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = ({ at, step, outcome }: HourCountRow): string => `${at} ${step} ${outcome}`

/** Returns the successes of a step in each hour since an instant, by the beginning of the hour. */
export const succeededSince = async (db: Queries, step: string, from: number): Promise<Map<number, number>> =>
  unpacked(await succeeded(db, step, from))

const succeeded = readsValue<string | null, [step: string, from: number]>(
  'succeeded_since',
  `select string_agg(at || ' ' || count, ',') as packed from hour_count
   where step = $1 and outcome = 'ok' and at >= $2`,
)

// Steps of players have one word. Those of neighbours name one after a space.
/** Returns the refusals since an instant, the most frequent first. */
export const refusedSince = readsAll<{ reason: string; count: number }, [from: number]>(
  'refused_since',
  `select outcome as reason, cast(sum(count) as bigint) as count from hour_count
   where at >= $1 and outcome <> 'ok' and step not like '% %'
   group by outcome order by 2 desc, 1`,
)

/** Returns how often steps of neighbours had an outcome since an instant. */
export const neighbourOutcomeSince = readsAll<
  { step: string; count: number },
  [outcome: string, from: number]
>(
  'neighbour_outcome_since',
  `select step, cast(sum(count) as bigint) as count from hour_count
   where at >= $2 and outcome = $1 and step like 'neighbour %' group by step`,
)

/** Returns the counts of all hours that begin at this instant or later. */
export const hourCountsSince = readsAll<HourCountRow, [at: number]>(
  'hour_counts_since',
  'select * from hour_count where at >= $1',
)

/** The hours since the epoch, which began with that of a Thursday, by their number in the week. */
const weekHours = readsValue<string | null, [from: number, until: number]>(
  'joins_by_hour_of_week',
  `select string_agg(hour || ' ' || joins, ',') as packed from
     (select (at / 3600000) % 168 as hour, sum(count) as joins from hour_count
      where at >= $1 and at < $2 and step = 'hasJoined' and outcome = 'ok' group by 1) as hours`,
)

/** Returns the joins of a time by the hour of the week in UTC, where 0 is the first hour of a Thursday. */
export const joinsByHourOfWeek = async (
  db: Queries,
  from: number,
  until: number,
): Promise<Map<number, number>> => unpacked(await weekHours(db, from, until))
