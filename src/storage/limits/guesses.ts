import { executes, readsNumber } from '../engine/queries.ts'

/** The keys of the rows that count wrong guesses. A login is a digest of the typed text, known or not. */
interface GuessKeys {
  addressAtLogin: string
  address: string
  login: string
}

/** The network of the client, as `clientNetwork` returns it, and the login. */
export interface GuessSource {
  network: string
  login: string
}

type JoinKeyParts = (kind: string, ...of: string[]) => string

const keysJoined = (join: JoinKeyParts, { network, login }: GuessSource): GuessKeys => ({
  addressAtLogin: join('both', network, login),
  address: join('address', network),
  login: join('login', login),
})

const inCode: JoinKeyParts = (...parts) => parts.join(':')
const inSql: JoinKeyParts = (kind, ...of) => [`'${kind}'`, ...of].join(` || ':' || `)

export const guessKeys = (asking: GuessSource): GuessKeys => keysJoined(inCode, asking)

/** Returns the key of the reserve that a network has while the login's budget is spent. For IPv6 it is a whole /48. */
export const reserveKey = (wideNetwork: string, login: string): string =>
  inCode('reserve', wideNetwork, login)

/** Returns a key for codes that came with a login, and that no account has. */
export const codesOfNobody = (login: string): string => inCode('codes', 'nobody', login)

/** The keys of one account. Only somebody who has proved its password learns about these rows. */
const accountKeys = (join: JoinKeyParts, network: string, account: string, version: string) => ({
  codes: join('codes', account),
  codesOfAddress: join('codes', network, account),
  known: join('known', network, account, version),
})

export const keysOfAccount = (network: string, account: { id: string; secrets_version: number }) =>
  accountKeys(inCode, network, account.id, String(account.secrets_version))

/** The instants at which the rows expire, in epoch milliseconds, or 0 for rows that do not exist. */
export interface GuessLevels {
  guesses_of_address_at_login: number
  guesses_of_address: number
  guesses_at_login: number
  known_until: number
}

const level = (key: string): string => `coalesce((select full_at from guess where key = ${key}), 0)`

/** Returns the columns of GuessLevels for an account or for none. The arguments are SQL. */
export function guessLevels(asking: GuessSource): string {
  const keys = keysJoined(inSql, asking)
  const account = accountKeys(inSql, asking.network, 'account.id', 'account.secrets_version')
  return `${level(keys.addressAtLogin)} as guesses_of_address_at_login,
    ${level(keys.address)} as guesses_of_address,
    ${level(keys.login)} as guesses_at_login,
    ${level(account.known)} as known_until`
}

/** Returns when a row expires, or 0 if there is none. */
export const guessUntil = readsNumber<[key: string]>(
  'guess_until',
  'select full_at from guess where key = $1',
)

/** Keeps a row until an instant, or longer if it already lasts longer. */
export const prolongGuess = executes<[key: string, until: number]>(
  'prolong_guess',
  `insert into guess (key, full_at) values ($1, cast($2 as bigint))
   on conflict (key) do update set full_at = excluded.full_at where guess.full_at < excluded.full_at`,
)
