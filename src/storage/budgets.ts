import type { Queries } from './database.ts'
import { spentUntil, takeGuess } from './guesses.ts'

/** So many at once, and another each `refillMs`. */
export interface Budget {
  size: number
  refillMs: number
}

/** In how many milliseconds there is one again in a budget; 0 where there is one. */
export async function budgetWait(
  db: Queries,
  key: string,
  now: number,
  { size, refillMs }: Budget,
): Promise<number> {
  const fullAt = await spentUntil(db, key, now, { size: size * refillMs, cost: refillMs })
  return fullAt === undefined ? 0 : Math.max(1, fullAt - now - (size - 1) * refillMs)
}

/**
 * Takes one out of a budget, or nothing where it is spent: then it answers in how many milliseconds there is
 * one again. Of several callers at once no more succeed than the budget has. Its row, in the table of guesses,
 * is swept once it is full again.
 */
export async function takeFromBudget(db: Queries, key: string, now: number, budget: Budget): Promise<number> {
  // Whoever asks again and again is refused at the price of a read.
  const waitMs = await budgetWait(db, key, now, budget)
  if (waitMs > 0) return waitMs
  const { size, refillMs } = budget
  if (await takeGuess(db, key, now, { size: size * refillMs, cost: refillMs })) return 0
  return Math.max(1, await budgetWait(db, key, now, budget))
}
