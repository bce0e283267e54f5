import { digest } from '../lib/crypto/digest.ts'
import { canonicalAddress } from '../lib/net/address.ts'

/**
 * What a credential lets its bearer do, in Norn's own words: the words of a wire (a scope, with the game's
 * name in it) are mapped to these where they come in. Stored with a space between two.
 */
export type Right = 'join' | 'profile_write'

/** The kind of credential that launchers hold: a JWT with a row. It may do everything that a right allows. */
export const launcherKind = 'launcher'

/** How the store finds a launcher's JWT: its `jti` alone is not to be had from the store, so keys alone make no token. */
export const digestOfJti = (jti: string): string => digest(`jti:${jti}`)

/** How the store finds a token that is nothing but a secret. */
export const digestOfToken = (token: string): string => digest(`token:${token}`)

/** The same for a token of the API for administration: where a player's is wanted it is none. */
export const digestOfApiToken = (token: string): string => digest(`api:${token}`)

/** How the store finds a web session, by its cookie: presented as a token it is none. */
export const digestOfSession = (cookie: string): string => digest(`session:${cookie}`)

/** The same for the token of a mailed link; what one kind of link does another does not. */
export const digestOfLink = (kind: 'register' | 'recover' | 'email' | 'undo', token: string): string =>
  digest(`${kind}:${token}`)

/** The browser that registered, by its cookie. */
export const digestOfBrowser = (cookie: string): string => digest(`browser:${cookie}`)

/** The same for a sign-in whose password is proved and whose code is not. */
export const digestOfPendingSignIn = (cookie: string): string => digest(`sign-in:${cookie}`)

/** What a request comes from, as far as it says. */
export interface Device {
  /** The header; undefined where there is none. */
  userAgent: string | undefined
  address: string
}

/** Longer ones are cut: a browser's has some 150 characters. */
const maxUserAgentLength = 256
/** Longer than any address; what a proxy passes on need not be one. */
const maxAddressLength = 64

/** As a credential's row keeps it. */
export const storedDevice = ({ userAgent, address }: Device): Device => ({
  userAgent: userAgent?.slice(0, maxUserAgentLength) || undefined,
  address: storedAddress(address),
})

export const storedAddress = (address: string): string =>
  (canonicalAddress(address) ?? address).slice(0, maxAddressLength)
