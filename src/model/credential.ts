import { digest } from '../lib/digest.ts'

/**
 * What a credential lets its bearer do, in Norn's own words: the words of a wire (a scope, with the game's
 * name in it) are mapped to these where they come in. Stored with a space between two.
 */
export type Right = 'join'

/** How the store finds a launcher's JWT: its `jti` alone is not to be had from the store, so keys alone make no token. */
export const digestOfJti = (jti: string): string => digest(`jti:${jti}`)

/** How the store finds a token that is nothing but a secret. */
export const digestOfToken = (token: string): string => digest(`token:${token}`)

/** How the store finds a web session, by its cookie: presented as a token it is none. */
export const digestOfSession = (cookie: string): string => digest(`session:${cookie}`)

/** The same for the token of a mailed link; what one kind of link does another does not. */
export const digestOfLink = (kind: 'register' | 'recover' | 'email', token: string): string =>
  digest(`${kind}:${token}`)

/** The same for a sign-in whose password is proved and whose code is not. */
export const digestOfPendingSignIn = (cookie: string): string => digest(`sign-in:${cookie}`)
