import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { signedJwt } from '../../lib/crypto/signed-jwt.ts'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { type Spans, spanning } from '../../lib/measure/spans.ts'
import { digestOfJti } from '../../model/accounts/credential.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The claims of a verified token. Its row decides whether it is still valid. */
export interface AccessTokenClaims {
  /** The digest of its `jti`, by which it is found in the database. */
  digest: string
  /** The account's UUID as 32 hex digits. */
  sub: string
  scope: string
  /** Epoch milliseconds. */
  expiresAt: number
}

interface NewAccessToken extends Omit<AccessTokenClaims, 'digest'> {
  jti: string
  issuedAt: number
}

/** The claims and the key that signed them, which may have been revoked since. */
type Verified = AccessTokenClaims & { kid: string }

/** Recently seen tokens need no second verification. The limit bounds the memory. */
export const maxCachedTokens = 10_000

/** Matches the compact form (RFC 7515) exactly. Decoders ignore whitespace: one token would have many forms. */
const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Signs and verifies the JWTs (RFC 7519) that launchers hold: ES256, with `typ` `at+jwt` (RFC 9068). */
export class AccessTokens {
  readonly #keys: SigningKeys
  readonly #issuer: () => string
  readonly #verified = new CountedCache<Verified>(upTo(maxCachedTokens))
  readonly #monotonic: Clock
  readonly #spans: Spans | undefined
  #lastSearch = Number.NEGATIVE_INFINITY

  constructor(keys: SigningKeys, issuer: () => string, monotonic: Clock, spans?: Spans) {
    this.#keys = keys
    this.#issuer = issuer
    this.#monotonic = monotonic
    this.#spans = spans
  }

  get cache(): CacheState {
    return this.#verified
  }

  sign(token: NewAccessToken): string {
    const key = this.#keys.current('tokens')
    const { jti, sub, scope } = token
    // Both times are rounded down, so that their difference is exactly the lifetime in seconds (L12).
    const issuedAt = Math.floor(token.issuedAt / 1000)
    const expiresAt = Math.floor(token.expiresAt / 1000)
    const end = this.#spans?.begin('sign token')
    const signed = signedJwt(
      { typ: 'at+jwt', kid: key.kid },
      { scope, iss: this.#issuer(), sub, jti, iat: issuedAt, exp: expiresAt },
      key.privateKey,
    )
    end?.()
    // The token will be used within moments, and there is no need to verify our own signature.
    this.#verified.set(signed, {
      digest: digestOfJti(jti),
      sub,
      scope,
      expiresAt: expiresAt * 1000,
      kid: key.kid,
    })
    return signed
  }

  /**
   * Returns the claims of a token that one of our keys signed, even an expired one; otherwise undefined. Returns no promise
   * for a token that was seen recently, as most were.
   */
  read(token: string): AccessTokenClaims | Promise<AccessTokenClaims | undefined> | undefined {
    const seen = this.#verified.get(token)
    if (seen && this.#keys.find('tokens', seen.kid)) return seen
    return compact.test(token) ? this.#readNew(token) : undefined
  }

  async #readNew(token: string): Promise<AccessTokenClaims | undefined> {
    const claims = await spanning(this.#spans, 'verify token', () => this.#verify(token))
    if (claims) this.#verified.set(token, claims)
    return claims
  }

  async #verify(token: string): Promise<Verified | undefined> {
    try {
      const key = await this.#keyOf(token)
      if (!key) return undefined
      // The row decides whether the token has expired, so it is verified as of the epoch, when no token has.
      const options = { algorithms: ['ES256'], typ: 'at+jwt', currentDate: new Date(0) }
      const { payload } = await jwtVerify(token, key.publicKey, options)
      const { jti, sub, scope, exp } = payload
      if (typeof jti !== 'string' || typeof sub !== 'string' || typeof scope !== 'string') return undefined
      return { digest: digestOfJti(jti), sub, scope, expiresAt: (exp ?? 0) * 1000, kid: key.kid }
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
      throw error
    }
  }

  async #keyOf(token: string) {
    const { kid } = decodeProtectedHeader(token)
    if (!kid) return undefined
    return this.#keys.find('tokens', kid) ?? (await this.#search(kid))
  }

  /** Looks for a key that another process has made since, at most once a second, whatever is sent. */
  async #search(kid: string) {
    const now = this.#monotonic()
    if (now - this.#lastSearch < 1000) return undefined
    this.#lastSearch = now
    await this.#keys.reload()
    return this.#keys.find('tokens', kid)
  }
}
