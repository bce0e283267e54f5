import { readsAll } from '../engine/queries.ts'
import { puts } from '../engine/rows.ts'
import type { NeighbourAnswerRow, RefusedVisitRow } from '../schema/rows/neighbours.ts'

/** Replaces the last answers of neighbours. */
export const putAnswers = puts('neighbour_answer')

/** Returns the last answer of each neighbour that was ever asked. */
export const lastAnswers = readsAll<NeighbourAnswerRow>('neighbour_answers', 'select * from neighbour_answer')

/** Stores refusals. Of each digest only the last one is kept. */
export const putRefusedVisits = puts('refused_visit')

/** Returns the newest refusals, the newest first. */
export const latestRefusedVisits = readsAll<RefusedVisitRow, [limit: number]>(
  'latest_refused_visits',
  'select * from refused_visit order by at desc, digest desc limit cast($1 as bigint)',
)
