import type { Queries } from './database.ts'
import { takeGuess } from './guesses.ts'

/** So many at once, and another each `refillMs`. */
export interface Budget {
  size: number
  refillMs: number
}

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
  if (await takeGuess(db, key, now, { size: size * refillMs, cost: refillMs })) return 0
  const spent = await db.query.selectFrom('guess').select('full_at').where('key', '=', key).executeTakeFirst()
  return Math.max(1, (spent?.full_at ?? now) - now - (size - 1) * refillMs)
}
