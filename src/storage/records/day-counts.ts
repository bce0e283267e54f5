import { sql } from 'kysely'
import type { Queries } from '../engine/database.ts'
import { readsAll, readsAny, readsValue } from '../engine/queries.ts'
import type { DayCountRow, DayFigure } from '../schema/rows/records.ts'

/** Adds to the stored counts, in a fixed order, so that two processes can't deadlock. */
export async function addToDays(db: Queries, counts: readonly DayCountRow[]): Promise<void> {
  if (counts.length === 0) return
  await db.query
    .insertInto('day_count')
    .values(counts.toSorted(byKey))
    .onConflict((on) =>
      on
        .columns(['figure', 'server', 'at'])
        .doUpdateSet({ count: sql<number>`day_count.count + excluded.count` }),
    )
    .execute()
}

const byKey = (a: DayCountRow, b: DayCountRow): number => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = ({ figure, server, at }: DayCountRow): string => `${figure} ${server} ${at}`

// A single text, because each row would cost more than it does to sum up a year.
const parts = readsValue<
  string | null,
  [figure: DayFigure, server: string, from: number, width: number, before: number]
>(
  'day_count_parts',
  `select string_agg(part || ' ' || total, ',') as packed from
     (select case when at < cast($3 as bigint) then -1 else (at - cast($3 as bigint)) / cast($4 as bigint) end as part, sum(count) as total
      from day_count where figure = $1 and server = $2 and at >= $5 group by 1) as parts`,
)

interface Span {
  /** The instant at which the first part begins. */
  from: number
  /** The length of each part (ms). */
  width: number
  /** The instant since which the counts before `from` are summed up. */
  before: number
}

/** Returns the sum of each part by its number. The part -1 is all that was before. Parts without a count are missing. */
export async function sumsByPart(
  db: Queries,
  figure: DayFigure,
  server: string,
  { from, width, before }: Span,
): Promise<Map<number, number>> {
  return unpacked(await parts(db, figure, server, from, width, before))
}

export const hasDayCount = readsAny<[figure: DayFigure, server: string]>(
  'has_day_count',
  'select 1 from day_count where figure = $1 and server = $2 limit 1',
)

/** Reads pairs of numbers that a statement has joined. */
export const unpacked = (packed: string | null | undefined): Map<number, number> =>
  new Map(
    (packed ? packed.split(',') : []).map((pair) => {
      const [part, total] = pair.split(' ')
      return [Number(part), Number(total)]
    }),
  )

/** The most game servers that are compared. */
const compared = 30

/** Returns the joins of the servers that have asked last, the most first. */
export const joinsByServer = readsAll<{ name: string; title: string; joins: number }, [from: number]>(
  'joins_by_server',
  `select name, title, cast(coalesce((select sum(count) from day_count
       where figure = 'joins' and server = name and at >= $1), 0) as bigint) as joins
   from (select name, title from game_server where last_asked_at >= $1
     order by last_asked_at desc, name limit ${compared}) as recent
   order by joins desc, name`,
)
