import type { Queries } from '../engine/database.ts'
import { readsAll } from '../engine/queries.ts'
import type { NeighbourAnswerRow, RefusedVisitRow } from '../schema/schema.ts'

// Rows are written in a fixed order, so that two processes can't deadlock.

/** Replaces the last answers of neighbours. */
export async function putAnswers(db: Queries, rows: readonly NeighbourAnswerRow[]): Promise<void> {
  await db.query
    .insertInto('neighbour_answer')
    .values(rows.toSorted((a, b) => (a.neighbour_id < b.neighbour_id ? -1 : 1)))
    .onConflict((on) =>
      on
        .column('neighbour_id')
        .doUpdateSet((row) => ({ at: row.ref('excluded.at'), problem: row.ref('excluded.problem') })),
    )
    .execute()
}

/** Returns the last answer of each neighbour that was ever asked. */
export const lastAnswers = readsAll<NeighbourAnswerRow>('neighbour_answers', 'select * from neighbour_answer')

/** Stores refusals. Of each digest only the last one is kept. */
export async function putRefusedVisits(db: Queries, rows: readonly RefusedVisitRow[]): Promise<void> {
  await db.query
    .insertInto('refused_visit')
    .values(rows.toSorted((a, b) => (a.digest < b.digest ? -1 : 1)))
    .onConflict((on) =>
      on.column('digest').doUpdateSet((row) => ({
        at: row.ref('excluded.at'),
        name: row.ref('excluded.name'),
        reason: row.ref('excluded.reason'),
      })),
    )
    .execute()
}

/** Returns the newest refusals, the newest first. */
export const latestRefusedVisits = readsAll<RefusedVisitRow, [limit: number]>(
  'latest_refused_visits',
  'select * from refused_visit order by at desc, digest desc limit cast($1 as bigint)',
)
