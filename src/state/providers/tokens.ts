import type { JWKSCacheInput } from 'oauth4webapi'
import { systemClock } from '../../lib/measure/clock.ts'
import { parseStrictJson } from '../../lib/text/strict-json.ts'
import type { Provider, ProviderServer } from '../../model/community/provider.ts'
import { ExchangeFailed } from './exchange-failed.ts'
import type { LibraryFetch } from './guarded-fetch.ts'

/** The difference between the clocks of two services that does no harm. */
export const toleranceSeconds = 30

const maxDepth = 16

/** In seconds: how long a sign-in may take. No ID token that answers it is older. */
const lifetime = 600

/** A sign-in elsewhere whose answer has come back. */
export interface SignInAnswer {
  redirectUri: string
  codeVerifier: string
  nonce: string
  state: string
  /** The query of the address to which the browser was sent back. */
  parameters: URLSearchParams
}

export type Claims = Readonly<Record<string, unknown>>

/** The client that this service is at another one, and what the other one's answers have to be like. */
export interface Exchange {
  clientId: string
  clientSecret: string
  server: ProviderServer
  auth: 'post' | 'basic'
  /** With `none`, an ID token is not looked at. */
  idToken: 'required' | 'optional' | 'none'
  /** Returns the issuer that an answer, or the ID token with these claims, has to name. */
  issuerFor: (said: { iss?: unknown; tid?: unknown }) => string
  /** The keys that were read last; written to. */
  keys: JWKSCacheInput
  fetch: LibraryFetch
  isPrivate: boolean
}

/** Claims have been checked (OpenID Connect Core 1.0, section 3.1.3.7). Never stored or logged. */
interface Tokens {
  accessToken: string
  idToken: { text: string; claims: Claims } | undefined
}

/** Exchanges a code for tokens and checks them. `now` is in epoch milliseconds. Throws ExchangeFailed, and the library's errors. */
export async function tokensFor(
  { server, clientId, clientSecret, auth, idToken, issuerFor, keys, fetch, isPrivate }: Exchange,
  { redirectUri, codeVerifier, nonce, state, parameters }: SignInAnswer,
  now: number,
): Promise<Tokens> {
  const oauth = await import('oauth4webapi')
  const as = {
    ...server,
    issuer: issuerFor({}),
    token_endpoint_auth_methods_supported: [...server.token_endpoint_auth_methods_supported],
    id_token_signing_alg_values_supported: [...server.id_token_signing_alg_values_supported],
  }
  const client = {
    client_id: clientId,
    [oauth.clockSkew]: Math.floor(now / 1000) - Math.floor(systemClock() / 1000),
    [oauth.clockTolerance]: toleranceSeconds,
  }
  const options = {
    [oauth.customFetch]: fetch,
    // Addresses with http: were refused unless the service is in a private network.
    [oauth.allowInsecureRequests]: isPrivate,
    [oauth.jwksCache]: keys,
  }
  const secret = (auth === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(clientSecret)
  const answering = { ...as, issuer: issuerFor({ iss: parameters.get('iss') }) }
  const checked = oauth.validateAuthResponse(answering, client, parameters, state)
  const sent = [as, client, secret, checked, redirectUri, codeVerifier, options] as const
  const response = await oauth.authorizationCodeGrantRequest(...sent)
  const body = await bodyOf(response)
  const text = idToken !== 'none' && typeof body.id_token === 'string' ? body.id_token : undefined
  if (idToken !== 'required' && text === undefined) {
    const plain = withoutIdToken(response, body)
    const { access_token: accessToken } = await oauth.processAuthorizationCodeResponse(as, client, plain)
    return { accessToken, idToken: undefined }
  }
  const issuing = { ...as, issuer: issuerFor(text === undefined ? {} : claimsIn(text)) }
  const expected = { expectedNonce: nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(issuing, client, response, expected)
  await oauth.validateApplicationLevelSignature(issuing, response, options)
  const claims = { ...oauth.getValidatedIdTokenClaims(tokens) }
  return { accessToken: tokens.access_token, idToken: { text: text ?? '', claims } }
}

/** Returns the body of an answer, which may be of any form, as an object. */
async function bodyOf(response: Response): Promise<Claims> {
  try {
    return Object(await response.clone().json())
  } catch {
    return {}
  }
}

/** Returns an answer without an ID token. GitHub, among others, answers errors with status 200. */
function withoutIdToken(response: Response, body: Claims): Response {
  const isError = response.status === 200 && typeof body.error === 'string'
  return Response.json({ ...body, id_token: undefined }, { status: isError ? 400 : response.status })
}

/** Returns the claims of a token, unchecked. */
function claimsIn(token: string): Claims {
  try {
    return Object(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return {}
  }
}

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
