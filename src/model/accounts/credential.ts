import { digest } from '../../lib/crypto/digest.ts'
import { canonicalAddress } from '../../lib/net/address.ts'

/**
 * A right that a credential gives its bearer. Protocols map their own words, such as a scope with the game's name in
 * it, to these. Stored as a list separated by spaces.
 */
export type Right = 'join' | 'profile_write' | 'wardrobe_read' | 'wardrobe_write'

/** The kind of credential that launchers hold: a JWT that has a row. It grants everything that a right allows. */
export const launcherKind = 'launcher'

/**
 * Returns the digest by which a launcher's JWT is found. The `jti` itself is not stored, so nobody can make a valid
 * token from stolen signing keys and a copy of the database.
 */
export const digestOfJti = (jti: string): string => digest(`jti:${jti}`)

/** Returns the digest by which an opaque token is found. */
export const digestOfToken = (token: string): string => digest(`token:${token}`)

/** Returns the digest of an API token, which differs from a player's: neither is accepted as the other. */
export const digestOfApiToken = (token: string): string => digest(`api:${token}`)

/** Returns the digest of a web session's cookie. It differs from a token's, so that it is not accepted as one. */
export const digestOfSession = (cookie: string): string => digest(`session:${cookie}`)

/** Returns the digest of the token in a link. It depends on the kind, so that each link serves only its own purpose. */
export const digestOfLink = (
  kind: 'register' | 'recover' | 'email' | 'undo' | 'one-time' | 'setup',
  token: string,
): string => digest(`${kind}:${token}`)

/** Returns the digest by which an invite is found. Its code has 72 random bits. */
export const digestOfInvite = (code: string): string => digest(`invite:${code}`)

/** Returns the digest of the cookie of the browser that registered an account. */
export const digestOfBrowser = (cookie: string): string => digest(`browser:${cookie}`)

/** Returns the digest of the cookie of a sign-in whose password was right and whose second factor is still missing. */
export const digestOfPendingSignIn = (cookie: string): string => digest(`sign-in:${cookie}`)

/** The client that sent a request, as far as the request tells. */
export interface Device {
  /** The User-Agent header, undefined if there is none. */
  userAgent: string | undefined
  address: string
}

/** The length to which a User-Agent is cut. A browser's has about 150 characters. */
const maxUserAgentLength = 256
/** Longer than any IP address. A proxy may pass on text that is not one. */
const maxAddressLength = 64

/** Returns the device as a credential's row stores it. */
export const storedDevice = ({ userAgent, address }: Device): Device => ({
  userAgent: userAgent?.slice(0, maxUserAgentLength) || undefined,
  address: storedAddress(address),
})

export const storedAddress = (address: string): string =>
  (canonicalAddress(address) ?? address).slice(0, maxAddressLength)

/** By what a launcher signs in, if not by the password and a code. A stable word. */
export type SignedInVia = 'app_password'
