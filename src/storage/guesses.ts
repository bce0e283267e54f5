import { type Queries, reads, writes } from './database.ts'

/** Rows that count wrong guesses. A login is a digest of what was typed, whether an account has it or not. */
export interface GuessKeys {
  addressAtLogin: string
  address: string
  login: string
}

/** Where somebody asks from, as clientNetwork writes it, and for which login. */
export interface Asking {
  network: string
  login: string
}

type Joining = (kind: string, ...of: string[]) => string

const keysJoined = (join: Joining, { network, login }: Asking): GuessKeys => ({
  addressAtLogin: join('both', network, login),
  address: join('address', network),
  login: join('login', login),
})

const inCode: Joining = (...parts) => parts.join(':')
const inSql: Joining = (kind, ...of) => [`'${kind}'`, ...of].join(` || ':' || `)

export const guessKeys = (asking: Asking): GuessKeys => keysJoined(inCode, asking)

/** What a network may try while the login's budget is spent; of an IPv6 address it is the whole /48. */
export const reserveKey = (wideNetwork: string, login: string): string =>
  inCode('reserve', wideNetwork, login)

/** Rows of one account, which only who has proved its password learns of. */
const accountKeys = (join: Joining, network: string, account: string, version: string) => ({
  codes: join('codes', account),
  codesOfAddress: join('codes', network, account),
  known: join('known', network, account, version),
})

export const keysOfAccount = (network: string, account: { id: string; secrets_version: number }) =>
  accountKeys(inCode, network, account.id, String(account.secrets_version))

/** Instants at which the rows run out, in epoch milliseconds; 0 for those that are not there. */
export interface GuessLevels {
  guesses_of_address_at_login: number
  guesses_of_address: number
  guesses_at_login: number
  codes_of_address: number
  known_until: number
}

const level = (key: string): string => `coalesce((select full_at from guess where key = ${key}), 0)`

/** The columns of GuessLevels, beside an account's or none; what is given is SQL. */
export function guessLevels(asking: Asking): string {
  const keys = keysJoined(inSql, asking)
  const account = accountKeys(inSql, asking.network, 'account.id', 'account.secrets_version')
  return `${level(keys.addressAtLogin)} as guesses_of_address_at_login,
    ${level(keys.address)} as guesses_of_address,
    ${level(keys.login)} as guesses_at_login,
    ${level(account.codesOfAddress)} as codes_of_address,
    ${level(account.known)} as known_until`
}

/** A budget: how many milliseconds it holds, and how many one guess takes. */
export interface Budget {
  size: number
  cost: number
}

/** What clocks of several machines, or a clock that is set, may differ by without harm. */
const clockSlackMs = 60_000

/**
 * When a budget will be full again. It is never more than its size in debt; what says otherwise was written by a
 * clock that was ahead, or under larger settings, and counts as spent but for one guess, which then mends the row.
 */
export function fullAgainAt(stored: number, now: number, { size, cost }: Budget): number {
  return stored > now + 2 * size + clockSlackMs ? now + size - cost : stored
}

const charge = writes(
  'charge_guess',
  `insert into guess (key, full_at) values ($1, cast($2 as bigint) + cast($3 as bigint))
   on conflict (key) do update set full_at = case
     when guess.full_at > cast($4 as bigint) + cast($5 as bigint) then cast($6 as bigint)
     when guess.full_at > cast($4 as bigint) - cast($3 as bigint) then cast($4 as bigint)
     when guess.full_at > cast($2 as bigint) then guess.full_at + cast($3 as bigint)
     else cast($2 as bigint) + cast($3 as bigint) end`,
)

/** Takes one guess out of a budget; it may go into debt, by as much as it holds. */
export async function chargeGuess(db: Queries, key: string, now: number, budget: Budget): Promise<void> {
  const { size, cost } = budget
  await db.run(charge, [key, now, cost, now + 2 * size, clockSlackMs, now + size])
}

const take = writes<{ full_at: number }>(
  'take_guess',
  `insert into guess (key, full_at) values ($1, cast($2 as bigint) + cast($3 as bigint))
   on conflict (key) do update set full_at = case
     when guess.full_at > cast($5 as bigint) then cast($4 as bigint)
     when guess.full_at > cast($2 as bigint) then guess.full_at
     else cast($2 as bigint) end + cast($3 as bigint)
   where guess.full_at <= cast($4 as bigint) or guess.full_at > cast($5 as bigint)
   returning full_at`,
)

/** Takes one guess out of a budget that has one left: of many at once no more succeed than it holds. */
export async function takeGuess(db: Queries, key: string, now: number, budget: Budget): Promise<boolean> {
  const { size, cost } = budget
  const rows = await db.run(take, [key, now, cost, now + size - cost, now + size + clockSlackMs])
  return rows.length === 1
}

const spent = reads<{ full_at: number }>(
  'spent_guesses',
  'select full_at from guess where key = $1 and full_at > $2 and full_at <= $3',
)

/** When a budget that has no guess left will be full again; undefined where it has one. */
export async function spentUntil(
  db: Queries,
  key: string,
  now: number,
  { size, cost }: Budget,
): Promise<number | undefined> {
  const [row] = await db.run(spent, [key, now + size - cost, now + size + clockSlackMs])
  return row?.full_at
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
