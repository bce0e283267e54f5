import type { Queries } from './database.ts'
import { spentUntil, takeGuess } from './guesses.ts'

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
  const budget = { size: size * refillMs, cost: refillMs }
  // Whoever asks again and again is refused at the price of a read.
  const spentBefore = await spentUntil(db, key, now, budget)
  if (spentBefore === undefined && (await takeGuess(db, key, now, budget))) return 0
  const fullAt = spentBefore ?? (await spentUntil(db, key, now, budget)) ?? now
  return Math.max(1, fullAt - now - (size - 1) * refillMs)
}
