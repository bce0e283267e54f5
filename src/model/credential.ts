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
