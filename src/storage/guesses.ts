import { type Queries, writes } from './database.ts'

/** Rows that count wrong guesses, and one that says that an address is known at an account. */
export interface GuessKeys {
  addressAtAccount: string
  address: string
  account: string
  acquaintance: string
}

type Joining = (kind: string, ...of: string[]) => string

const keysJoined = (join: Joining, network: string, account: string): GuessKeys => ({
  addressAtAccount: join('both', network, account),
  address: join('address', network),
  account: join('account', account),
  acquaintance: join('known', network, account),
})

/** `account`: its id, or whatever a login without an account is counted under. */
export const guessKeys = (network: string, account: string): GuessKeys =>
  keysJoined((...parts) => parts.join(':'), network, account)

/** Instants at which the rows run out, in epoch milliseconds; 0 for those that are not there. */
export interface GuessLevels {
  guesses_of_address_at_account: number
  guesses_of_address: number
  guesses_at_account: number
  known_until: number
}

const level = (key: string): string => `coalesce((select full_at from guess where key = ${key}), 0)`

/** The columns of GuessLevels, beside whatever else is read; the parameters are SQL for those of guessKeys. */
export function guessLevels(network: string, account: string): string {
  const keys = keysJoined((kind, ...of) => [`'${kind}'`, ...of].join(` || ':' || `), network, account)
  return `${level(keys.addressAtAccount)} as guesses_of_address_at_account,
    ${level(keys.address)} as guesses_of_address,
    ${level(keys.account)} as guesses_at_account,
    ${level(keys.acquaintance)} as known_until`
}

const charge = writes(
  'charge_guess',
  `insert into guess (key, full_at) values ($1, cast($2 as bigint) + cast($3 as bigint))
   on conflict (key) do update set full_at =
     case when guess.full_at > cast($2 as bigint) then guess.full_at else cast($2 as bigint) end + cast($3 as bigint)`,
)

/** Takes `cost` milliseconds out of a budget; it may go into debt. */
export async function chargeGuess(db: Queries, key: string, now: number, cost: number): Promise<void> {
  await db.run(charge, [key, now, cost])
}

const prolong = writes(
  'prolong_guess',
  `insert into guess (key, full_at) values ($1, cast($2 as bigint))
   on conflict (key) do update set full_at = excluded.full_at where guess.full_at < excluded.full_at`,
)

/** Lets a row stand until an instant, or longer where it does so already. */
export async function prolongGuess(db: Queries, key: string, until: number): Promise<void> {
  await db.run(prolong, [key, until])
}
