import type { About } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { takeFromBudget } from '../../storage/budgets.ts'
import {
  type Budget,
  chargeGuess,
  fullAgainAt,
  type GuessKeys,
  type GuessLevels,
  prolongGuess,
  takeGuess,
} from '../../storage/guesses.ts'
import type { Context } from '../context.ts'

/** How long an address is known at an account after a sign-in from there. */
const knownAddressMs = 30 * 86_400_000

/** Addresses remembered for one account: its owner may have any number of them. */
const addressBudget = { size: 64, refillMs: 3_600_000 }

/** While a login's budget is spent, guesses that each address has of its own; they refill slowly. */
const reserveOfAddress = 2
/** Against the refill of passwords. */
const reserveRefill = 60

// Three budgets of wrong guesses, all refilling: one address at one login, one address at all logins, and one
// login from everywhere. They go by the login as typed: counted by account, they would tell which e-mail belongs
// to which name. Only the last can be spent by somebody else elsewhere. It does not count for addresses from
// which the account has signed in before, and its debt is kept for addresses that have not guessed before.

type Needed = Pick<Context, 'config' | 'clock' | 'db'>

/**
 * Refuses with `too_many_guesses` where a budget is spent, also for the right password. Answers whether the
 * account has signed in from this address before. `reserveKey` is what this network may try all the same.
 */
export async function checkGuesses(
  context: Needed,
  reserveKey: string,
  levels: GuessLevels,
  about: About,
): Promise<{ isKnown: boolean }> {
  const now = context.clock()
  const { addressAtLogin, address, login, reserve } = passwordBudgets(context)
  const isKnown = levels.known_until > now
  const wait = (stored: number, budget: Budget) => waitMs(stored, now, budget)
  const ownWaitMs = Math.max(
    wait(levels.guesses_of_address_at_login, addressAtLogin),
    wait(levels.guesses_of_address, address),
  )
  const loginWaitMs = isKnown ? 0 : wait(levels.guesses_at_login, login)
  const isAdmitted =
    ownWaitMs <= 0 &&
    (loginWaitMs <= 0 ||
      (loginWaitMs <= login.size && (await takeGuess(context.db, reserveKey, now, reserve))))
  if (isAdmitted) return { isKnown }
  const longestWaitMs = Math.max(ownWaitMs, loginWaitMs)
  throw new Refused('too_many_guesses', { retryAfter: Math.ceil(longestWaitMs / 1000), about })
}

/** How long until a budget has a guess left; not above 0 where it has one now. */
export const waitMs = (stored: number, now: number, budget: Budget): number =>
  fullAgainAt(stored, now, budget) - now - (budget.size - budget.cost)

export function passwordBudgets({ config }: Pick<Context, 'config'>) {
  const cost = config.guessRefill
  const slow = cost * reserveRefill
  return {
    addressAtLogin: { size: config.guessAddressAccount * cost, cost },
    address: { size: config.guessAddress * cost, cost },
    login: { size: config.guessAccount * cost, cost },
    reserve: { size: reserveOfAddress * slow, cost: slow },
  }
}

/** Counts a wrong guess. */
export async function countGuess(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  keys: GuessKeys,
): Promise<void> {
  const { db, clock } = context
  const now = clock()
  const each = passwordBudgets(context)
  const charged = ['addressAtLogin', 'address', 'login'] as const
  await Promise.all(charged.map((name) => chargeGuess(db, keys[name], now, each[name])))
}

/** Remembers that the account signs in from here; written once a fortnight, not at every sign-in. */
export async function rememberAddress(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  account: string,
  key: string,
  { known_until }: GuessLevels,
): Promise<void> {
  const now = clock()
  if (known_until - now >= knownAddressMs / 2) return
  if ((await takeFromBudget(db, `addresses:${account}`, now, addressBudget)) === 0) {
    await prolongGuess(db, key, now + knownAddressMs)
  }
}
