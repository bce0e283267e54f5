import { type Queries, writes } from './database.ts'

/** So many at once, and another each `refillMs`. */
export interface Budget {
  size: number
  refillMs: number
}

// A row that is further ahead than a spent budget is from a clock that was ahead, and counts as none.
const level = `case when guess.full_at > cast($2 as bigint)
    and guess.full_at <= cast($2 as bigint) + cast($3 as bigint) * cast($4 as bigint)
  then guess.full_at else cast($2 as bigint) end`

const take = writes<{ full_at: number }>(
  'take_from_budget',
  `insert into guess (key, full_at) values ($1, cast($2 as bigint) + cast($3 as bigint))
   on conflict (key) do update set full_at = ${level} + cast($3 as bigint)
     where ${level} <= cast($2 as bigint) + cast($3 as bigint) * (cast($4 as bigint) - 1)
   returning full_at`,
)

/**
 * Takes one out of a budget, or nothing where it is spent: then it answers in how many milliseconds there is
 * one again. Of several callers at once no more succeed than the budget has. Its row, in the table of guesses,
 * is swept once it is full again.
 */
export async function takeFromBudget(
  db: Queries,
  key: string,
  now: number,
  { size, refillMs }: Budget,
): Promise<number> {
  const [taken] = await db.run(take, [key, now, refillMs, size])
  if (taken) return 0
  const spent = await db.query.selectFrom('guess').select('full_at').where('key', '=', key).executeTakeFirst()
  return Math.max(1, (spent?.full_at ?? now) - now - (size - 1) * refillMs)
}
