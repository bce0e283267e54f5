import type { AuthorizationServer, Neighbour } from '../../model/community/neighbour.ts'
import { ExchangeFailed, failureOf } from '../providers/exchange-failed.ts'
import { fetchGuarded } from '../providers/guarded-fetch.ts'
import { Places } from '../providers/places.ts'
import { type Claims, type SignInAnswer, tokensFor } from '../providers/tokens.ts'
import type { guardedBy } from './guarded.ts'

/** The time that a neighbour has for its tokens and its keys together. */
export const timeoutMs = 5000

/** For one neighbour, so that a slow one keeps few requests of this process waiting. */
export const maxAtOnce = 8

/** A sign-in at a neighbour whose answer has come back. */
interface NeighbourAnswer extends SignInAnswer {
  clientId: string
  clientSecret: string
  server: AuthorizationServer
}

/** Exchanges codes at neighbours for what they prove (OpenID Connect Core 1.0, section 3.1). */
export class CodeExchange {
  readonly #guarded: ReturnType<typeof guardedBy>
  readonly #places = new Places(maxAtOnce)

  constructor(guarded: ReturnType<typeof guardedBy>) {
    this.#guarded = guarded
  }

  /**
   * Returns the claims of the ID token for which a neighbour exchanges the code. `now` is in epoch milliseconds. Throws
   * ExchangeFailed.
   */
  async claims(
    { id, isPrivate }: Pick<Neighbour, 'id' | 'isPrivate'>,
    { clientId, clientSecret, server, ...answer }: NeighbourAnswer,
    now: number,
  ): Promise<Claims> {
    const isBasic = server.token_endpoint_auth_methods_supported.includes('client_secret_basic')
    return this.#places.during(id, async () => {
      const question = this.#guarded({ isPrivate }, AbortSignal.timeout(timeoutMs))
      const exchange = {
        clientId,
        clientSecret,
        server,
        auth: isBasic ? 'basic' : 'post',
        idToken: 'required',
        issuerFor: () => server.issuer,
        keys: {},
        fetch: fetchGuarded(() => question),
        isPrivate,
      } as const
      try {
        const { idToken } = await tokensFor(exchange, answer, now)
        if (idToken) return idToken.claims
      } catch (error) {
        throw failureOf(error)
      }
      throw new ExchangeFailed('unproved', 'no ID token')
    })
  }
}
