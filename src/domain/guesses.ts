import { clientNetwork } from '../lib/address.ts'
import { digest } from '../lib/digest.ts'
import { fold } from '../lib/fold.ts'
import { Refused } from '../model/refusal.ts'
import { chargeGuess, guessesOf } from '../storage/guesses.ts'
import type { Services } from './services.ts'

/** Who guesses at what. */
export interface Guesser {
  /** The client's address. */
  address: string
  /** The account's id, or the login as typed where there is no such account. */
  target: string
}

/** An address that has signed in to the account is let past the account's common budget for so long. */
const acquaintance = 30 * 86_400_000

// Three budgets of wrong guesses, all refilling: one address at one account, one address at all accounts,
// and one account from everywhere. Only the last can be spent by a stranger elsewhere, and it does not
// count for addresses from which the account has signed in before.

function keysOf({ address, target }: Guesser) {
  const network = clientNetwork(address)
  const account = digest(fold(target))
  return {
    addressAtAccount: `both:${network}:${account}`,
    address: `address:${network}`,
    account: `account:${account}`,
    acquaintance: `known:${network}:${account}`,
  }
}

/** Refuses with `too_many_guesses` where a budget is spent, also for the right password. */
export async function checkGuesses(services: Services, guesser: Guesser): Promise<void> {
  const { config, db, clock } = services
  const keys = keysOf(guesser)
  const now = clock()
  const rows = await guessesOf(db, Object.values(keys))
  const fullAt = (key: string) => rows.find((row) => row.key === key)?.full_at ?? 0
  const wait = (key: string, size: number) => fullAt(key) - now - (size - 1) * config.guessRefill
  const isKnown = fullAt(keys.acquaintance) > now
  const longest = Math.max(
    wait(keys.addressAtAccount, config.guessAddressAccount),
    wait(keys.address, config.guessAddress),
    isKnown ? 0 : wait(keys.account, config.guessAccount),
  )
  if (longest > 0) {
    throw new Refused('too_many_guesses', { retryAfter: Math.ceil(longest / 1000) })
  }
}

/** Counts a wrong guess. */
export async function countGuess(services: Services, guesser: Guesser): Promise<void> {
  const { addressAtAccount, address, account } = keysOf(guesser)
  const now = services.clock()
  const cost = services.config.guessRefill
  await Promise.all(
    [addressAtAccount, address, account].map((key) => chargeGuess(services.db, key, now, cost)),
  )
}

/** Remembers that the account signs in from here; written once a fortnight, not at every sign-in. */
export async function rememberAddress(services: Services, guesser: Guesser): Promise<void> {
  const key = keysOf(guesser).acquaintance
  const now = services.clock()
  const [row] = await guessesOf(services.db, [key])
  const left = (row?.full_at ?? 0) - now
  if (left < acquaintance / 2) await chargeGuess(services.db, key, now, acquaintance - Math.max(0, left))
}
