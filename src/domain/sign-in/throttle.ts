import { dayMs, hourMs } from '../../lib/measure/units.ts'
import { clientNetwork, networkGroups } from '../../lib/net/address.ts'
import type { About } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import {
  giveBack,
  type Taking,
  take as takeFromAll,
  takeFromBudget,
  waitAt,
} from '../../storage/limits/budgets.ts'
import { type GuessLevels, guessKeys, prolongGuess, reserveKey } from '../../storage/limits/guesses.ts'
import type { ReadContext } from '../context.ts'

/** The time for which an address is known after the account has signed in from it. */
export const knownAddressMs = 30 * dayMs

/** The limit on known addresses of one account, whose owner may use any number of them. */
const addressBudget = { size: 64, refillMs: hourMs }

/** The guesses that each address has of its own while a login's budget is spent. They refill slowly. */
export const reserveOfAddress = 2
/** The factor by which they refill slower than the budget of passwords. */
const reserveRefill = 60

// Wrong guesses are charged to three budgets, which refill: one address at one login, one address at all logins, and
// one login from everywhere. They use the login as typed, because counting by account would reveal which email address
// belongs to which name. Only the last budget can be spent by somebody elsewhere. It does not bind addresses from which
// the account has signed in before, and addresses that have not guessed yet keep a reserve.

/** A guess at a secret that proves an account. */
interface Guess {
  /** The client's address. */
  address: string
  /** The digest of the login as it was typed. */
  login: string
  levels: GuessLevels
  about: About
}

/** A guess that may be evaluated once `take` has resolved. */
export interface PendingGuess {
  /** True if the account has signed in from this address before. */
  isKnown: boolean
  /** Charges the guess to its budgets, once. Throws Refused `too_many_guesses`. */
  take: () => Promise<void>
}

/**
 * Evaluates a guess. However many run at once, on any number of instances, no more are evaluated than the budgets
 * allow. `evaluate` calls `take` before it looks, and returns undefined for a wrong guess. All other guesses are
 * refunded. Throws Refused `too_many_guesses` if a budget is spent, even for the right password, and
 * `credentials_invalid`.
 */
export async function evaluateGuess<Proved>(
  context: ReadContext,
  guess: Guess,
  evaluate: (pending: PendingGuess) => Promise<Proved | undefined>,
): Promise<Proved> {
  const { clock, db } = context
  const isKnown = guess.levels.known_until > clock()
  const takings = chargeableTakings(context, guess, isKnown)
  const { login } = guessTakings(context, guess)
  let isTaken = false
  const take = async (): Promise<void> => {
    if (isTaken) return
    const waitMs = await takeFromAll(db, clock(), takings)
    if (waitMs > 0) {
      // An address whose reserve is spent may guess again as soon as the login's own budget allows it.
      const loginWaitMs = waitAt(guess.levels.guesses_at_login, clock(), { ...login, isOwing: false })
      throw tooManyGuesses(guess, Math.min(waitMs, loginWaitMs || waitMs))
    }
    isTaken = true
  }
  const giveBackTaken = async (): Promise<void> => {
    if (isTaken) await giveBack(db, clock(), takings)
  }
  const proved = await evaluate({ isKnown, take }).catch(async (error: unknown) => {
    await giveBackTaken().catch(() => undefined)
    throw error
  })
  if (proved === undefined) {
    // Wrong guesses from a known address are charged to strangers, too.
    if (isKnown) await takeFromAll(db, clock(), [login])
    throw new Refused('credentials_invalid', { about: guess.about })
  }
  await giveBackTaken()
  return proved
}

/** Returns the budgets to which this guess is charged. Throws Refused `too_many_guesses` if one of them is spent. */
function chargeableTakings(context: ReadContext, guess: Guess, isKnown: boolean): Taking[] {
  const now = context.clock()
  const { levels } = guess
  const { addressAtLogin, address, login, reserve } = guessTakings(context, guess)
  const own = [addressAtLogin, address]
  const ownWaitMs = Math.max(
    waitAt(levels.guesses_of_address_at_login, now, addressAtLogin),
    waitAt(levels.guesses_of_address, now, address),
  )
  if (ownWaitMs > 0) throw tooManyGuesses(guess, ownWaitMs)
  if (isKnown) return own
  if (waitAt(levels.guesses_at_login, now, { ...login, isOwing: false }) === 0) {
    return [...own, { ...login, isOwing: false }]
  }
  const owedWaitMs = waitAt(levels.guesses_at_login, now, login)
  if (owedWaitMs > 0) throw tooManyGuesses(guess, owedWaitMs)
  return [...own, reserve, login]
}

const tooManyGuesses = ({ about }: Guess, waitMs: number): Refused =>
  new Refused('too_many_guesses', { retryAfter: Math.ceil(waitMs / 1000), about })

function guessTakings(context: ReadContext, { address, login }: Pick<Guess, 'address' | 'login'>) {
  const network = clientNetwork(address)
  const keys = guessKeys({ network, login })
  const budgets = passwordBudgets(context)
  return {
    addressAtLogin: { key: keys.addressAtLogin, budget: budgets.addressAtLogin },
    address: { key: keys.address, budget: budgets.address },
    login: { key: keys.login, budget: budgets.login, isOwing: true },
    reserve: { key: reserveKey(networkGroups(address)[0] ?? network, login), budget: budgets.reserve },
  }
}

export function passwordBudgets({ config }: ReadContext) {
  const { guessAccount, guessAddress, guessAddressAccount, guessRefill: refillMs } = config
  return {
    addressAtLogin: { size: guessAddressAccount, refillMs },
    address: { size: guessAddress, refillMs },
    login: { size: guessAccount, refillMs, debt: guessAccount },
    reserve: { size: reserveOfAddress, refillMs: refillMs * reserveRefill },
  }
}

/** Remembers that the account signs in from here. Written once a fortnight rather than at every sign-in. */
export async function rememberAddress(
  { db, clock }: ReadContext,
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
