import { first, type Queries, reads, writes } from '../engine/database.ts'

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
  known_until: number
}

const level = (key: string): string => `coalesce((select full_at from guess where key = ${key}), 0)`

/** The columns of GuessLevels, beside an account's or none; its arguments are SQL. */
export function guessLevels(asking: Asking): string {
  const keys = keysJoined(inSql, asking)
  const account = accountKeys(inSql, asking.network, 'account.id', 'account.secrets_version')
  return `${level(keys.addressAtLogin)} as guesses_of_address_at_login,
    ${level(keys.address)} as guesses_of_address,
    ${level(keys.login)} as guesses_at_login,
    ${level(account.known)} as known_until`
}

const until = reads<{ full_at: number }>('guess_until', 'select full_at from guess where key = $1')

/** Until when a row stands; 0 where there is none. */
export async function guessUntil(db: Queries, key: string): Promise<number> {
  const row = await first(db, until, [key])
  return row?.full_at ?? 0
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
