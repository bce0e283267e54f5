import { Refused } from '../../model/refusal.ts'
import { takeFromBudget } from '../../storage/budgets.ts'
import { chargeGuess, type GuessKeys, type GuessLevels, prolongGuess } from '../../storage/guesses.ts'
import type { Context } from '../context.ts'

/** How long an address is known at an account after a sign-in from there. */
const knownAddressMs = 30 * 86_400_000

/** Addresses remembered for one account: its owner may have any number of them. */
const addressBudget = { size: 64, refillMs: 3_600_000 }

// Three budgets of wrong guesses, all refilling: one address at one account, one address at all accounts,
// and one account from everywhere. Only the last can be spent by somebody else elsewhere, so it does not
// count for addresses from which the account has signed in before.

/** Refuses with `too_many_guesses` where a budget is spent, also for the right password. */
export function checkGuesses(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  levels: GuessLevels,
): void {
  const now = clock()
  const waitMs = (fullAt: number, size: number) => fullAt - now - (size - 1) * config.guessRefill
  const longestWaitMs = Math.max(
    waitMs(levels.guesses_of_address_at_account, config.guessAddressAccount),
    waitMs(levels.guesses_of_address, config.guessAddress),
    levels.known_until > now ? 0 : waitMs(levels.guesses_at_account, config.guessAccount),
  )
  if (longestWaitMs > 0) {
    throw new Refused('too_many_guesses', { retryAfter: Math.ceil(longestWaitMs / 1000) })
  }
}

/** Counts a wrong guess. */
export async function countGuess(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  keys: GuessKeys,
): Promise<void> {
  const now = clock()
  const budgets = [keys.addressAtAccount, keys.address, keys.account]
  await Promise.all(budgets.map((key) => chargeGuess(db, key, now, config.guessRefill)))
}

/** Remembers that the account signs in from here; written once a fortnight, not at every sign-in. */
export async function rememberAddress(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  keys: GuessKeys,
  { known_until }: GuessLevels,
): Promise<void> {
  const now = clock()
  if (known_until - now >= knownAddressMs / 2) return
  if ((await takeFromBudget(db, `addresses:${keys.account}`, now, addressBudget)) === 0) {
    await prolongGuess(db, keys.acquaintance, now + knownAddressMs)
  }
}
