import { parseStrictJson } from '../../lib/text/strict-json.ts'
import type { Provider } from '../../model/community/provider.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import { type Claims, toleranceSeconds } from './tokens.ts'

const maxDepth = 16

/** In seconds: how long a sign-in may take. No ID token that answers it is older. */
const lifetime = 600

/**
 * Checks what the library leaves to its callers (OpenID Connect Core 1.0, section 3.1.3.7): the party of a token with
 * one audience, the time at which it was issued, and that it can be read in one way only (RFC 7519, section 4). `now` is
 * in epoch milliseconds. Throws ExchangeFailed `unproved`.
 */
export function checkIdToken(
  { clientId, hostedDomain }: Pick<Provider, 'clientId' | 'hostedDomain'>,
  { text, claims }: { text: string; claims: Claims },
  now: number,
): void {
  if (text.split('.', 2).some(hasDoubles)) throw unproved('a member of the ID token is there twice')
  if (claims.azp !== undefined && claims.azp !== clientId) throw unproved('another authorized party')
  const age = Math.floor(now / 1000) - Number(claims.iat)
  if (!(age >= -toleranceSeconds)) throw unproved('an ID token of the future')
  if (!(age <= lifetime + toleranceSeconds)) throw unproved('an ID token from before this sign-in')
  if (hostedDomain !== null && claims.hd !== hostedDomain) throw unproved('another hosted domain')
}

const hasDoubles = (part: string): boolean =>
  parseStrictJson(Buffer.from(part, 'base64url'), maxDepth).hasDuplicates

const unproved = (message: string) => new ExchangeFailed('unproved', message)
