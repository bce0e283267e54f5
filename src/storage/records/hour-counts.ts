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

/** Returns the counts of all hours that begin at this instant or later. */
export const hourCountsSince = readsAll<HourCountRow, [at: number]>(
  'hour_counts_since',
  'select * from hour_count where at >= $1',
)

/** The hours since the epoch, which began with that of a Thursday, by their number in the week. */
const weekHours = readsValue<string | null, [at: number]>(
  'joins_by_hour_of_week',
  `select string_agg(hour || ' ' || joins, ',') as packed from
     (select (at / 3600000) % 168 as hour, sum(count) as joins from hour_count
      where at >= $1 and step = 'hasJoined' and outcome = 'ok' group by 1) as hours`,
)

/** Returns the joins since an instant by the hour of the week in UTC, where 0 is the first hour of a Thursday. */
export const joinsByHourOfWeek = async (db: Queries, from: number): Promise<Map<number, number>> =>
  unpacked(await weekHours(db, from))
