import { systemClock } from '../../lib/measure/clock.ts'
import { askGuarded, type OutgoingQuestion } from '../../lib/net/outgoing.ts'
import type { AuthorizationServer, Neighbour } from '../../model/community/neighbour.ts'
import type { guardedBy } from './guarded.ts'

const maxBytes = 64 * 1024

/** The time that a neighbour has for its tokens and its keys together. */
const timeoutMs = 5000

/** For one neighbour, so that a slow one keeps few requests of this process waiting. */
const maxAtOnce = 8

/** The difference between the clocks of two services that does no harm. */
const toleranceSeconds = 30

/** A sign-in at a neighbour whose answer has come back. */
export interface SignInAnswer {
  clientId: string
  clientSecret: string
  server: AuthorizationServer
  redirectUri: string
  codeVerifier: string
  nonce: string
  state: string
  /** The query of the address to which the neighbour has sent the browser. */
  parameters: URLSearchParams
}

/** The reason why an answer proves nothing. */
export type ExchangeProblem = 'declined' | 'unproved' | 'unanswered'

/** Thrown if an answer proves nothing. The message and `cause` name no code, token or secret. */
export class ExchangeFailed extends Error {
  override name = 'ExchangeFailed'
  readonly problem: ExchangeProblem

  constructor(problem: ExchangeProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** Exchanges codes at neighbours for what they prove (OpenID Connect Core 1.0, section 3.1). */
export class CodeExchange {
  readonly #guarded: ReturnType<typeof guardedBy>
  readonly #running = new Map<string, number>()

  constructor(guarded: ReturnType<typeof guardedBy>) {
    this.#guarded = guarded
  }

  /**
   * Returns the claims of the ID token for which a neighbour exchanges the code. `now` is in epoch milliseconds. Throws
   * ExchangeFailed.
   */
  async claims(
    { id, isPrivate }: Pick<Neighbour, 'id' | 'isPrivate'>,
    answer: SignInAnswer,
    now: number,
  ): Promise<Readonly<Record<string, unknown>>> {
    const running = this.#running.get(id) ?? 0
    if (running >= maxAtOnce) throw new ExchangeFailed('unanswered', 'too many at once')
    this.#running.set(id, running + 1)
    const question = this.#guarded({ isPrivate }, AbortSignal.timeout(timeoutMs))
    try {
      return await exchanged(answer, isPrivate, question, now)
    } catch (error) {
      throw failureOf(error)
    } finally {
      const left = (this.#running.get(id) ?? 1) - 1
      if (left > 0) this.#running.set(id, left)
      else this.#running.delete(id)
    }
  }
}

async function exchanged(
  { clientId, clientSecret, server, redirectUri, codeVerifier, nonce, state, parameters }: SignInAnswer,
  isPrivate: boolean,
  question: Omit<OutgoingQuestion, 'maxBytes'>,
  now: number,
): Promise<Readonly<Record<string, unknown>>> {
  const oauth = await import('oauth4webapi')
  const as = {
    ...server,
    token_endpoint_auth_methods_supported: [...server.token_endpoint_auth_methods_supported],
    id_token_signing_alg_values_supported: [...server.id_token_signing_alg_values_supported],
  }
  const client = {
    client_id: clientId,
    [oauth.clockSkew]: Math.floor(now / 1000) - Math.floor(systemClock() / 1000),
    [oauth.clockTolerance]: toleranceSeconds,
  }
  const options = {
    [oauth.customFetch]: fetchGuarded(question),
    // Addresses with http: were refused unless the neighbour is in a private network.
    [oauth.allowInsecureRequests]: isPrivate,
  }
  const isBasic = server.token_endpoint_auth_methods_supported.includes('client_secret_basic')
  const secret = (isBasic ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(clientSecret)
  const checked = oauth.validateAuthResponse(as, client, parameters, state)
  const sent = [as, client, secret, checked, redirectUri, codeVerifier, options] as const
  const response = await oauth.authorizationCodeGrantRequest(...sent)
  const expected = { expectedNonce: nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, expected)
  await oauth.validateApplicationLevelSignature(as, response, options)
  return { ...oauth.getValidatedIdTokenClaims(tokens) }
}

/** Returns a `fetch` that limits the address, the size and the time of a response, and follows no redirect. */
const fetchGuarded =
  (question: Omit<OutgoingQuestion, 'maxBytes'>) =>
  async (
    url: string,
    { headers, body }: { headers: Record<string, string>; body?: URLSearchParams | undefined | null },
  ): Promise<Response> => {
    try {
      const reply = await askGuarded(url, {
        ...question,
        headers: { ...headers, ...question.headers },
        body: body?.toString(),
        maxBytes,
      })
      const type = reply.headers['content-type']
      return new Response(reply.body.length > 0 ? new Uint8Array(reply.body) : null, {
        status: reply.status,
        headers: type === undefined ? {} : { 'content-type': type },
      })
    } catch (error) {
      throw new ExchangeFailed('unanswered', `no answer: ${nameOf(error)}`)
    }
  }

/** Returns a failure without what the library attaches to its errors: the code, the tokens. */
function failureOf(error: unknown): ExchangeFailed {
  if (error instanceof ExchangeFailed) return error
  const {
    error: said,
    status,
    cause,
  } = Object(error) as { error?: unknown; status?: unknown; cause?: unknown }
  const word = typeof said === 'string' && /^[a-z_]{1,40}$/.test(said) ? said : undefined
  if (word === 'access_denied') return new ExchangeFailed('declined', word)
  const answered = Number(status ?? (Object(cause) as { status?: unknown }).status)
  const isAway = answered >= 500
  return new ExchangeFailed(isAway ? 'unanswered' : 'unproved', word ?? nameOf(error))
}

function nameOf(error: unknown): string {
  const { code, message, name } = Object(error) as { code?: unknown; message?: unknown; name?: unknown }
  return [code, name, message].find((text) => typeof text === 'string') ?? 'unknown'
}
