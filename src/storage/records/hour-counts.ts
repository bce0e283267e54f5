import { sql } from 'kysely'
import type { Queries } from '../engine/database.ts'
import { readsAll } from '../engine/queries.ts'
import type { HourCountRow } from '../schema/rows/records.ts'

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
