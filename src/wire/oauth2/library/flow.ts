import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Provider } from 'oidc-provider'
import type { Exchange } from '../../../domain/oauth/exchange.ts'

/** An error that the person is told because the application can't be. */
export interface PageError {
  /** The error code of RFC 6749. */
  error: string
  description: string
  status: number
  /** The client_id that was sent, and the name of the application if there is one. */
  client: { id: string; name: string | undefined } | undefined
  /** The redirect URI that was sent. */
  redirectUri: string | undefined
}

/** The person who is signed in on the browser. */
export interface SignedIn {
  accountId: string
  /** Identifies the session, without its cookie's secret. */
  sessionId: string
  /** The time at which the person proved who they are, in epoch milliseconds. */
  signedInAt: number
}

/** The state of one request while the library handles it. */
export interface Flow extends Exchange {
  request: FastifyRequest
  signedIn: SignedIn | undefined
  /** True if the application itself asked for consent; false if we added that. */
  asksConsent: boolean
  /** True if errors are answered with a page. */
  isPage: boolean
  pageError: PageError | undefined
  /** The grant to which the person has agreed, now or before. */
  agreement: string | undefined
  /** The owner of the code or token that was presented. */
  accountId: string | undefined
  /** The database error, if any: the library has no such errors. */
  failure: Error | undefined
}

const flows = new WeakMap<IncomingMessage, Flow>()

export function beginFlow(
  request: FastifyRequest,
  given: Pick<Flow, 'signedIn' | 'asksConsent' | 'isPage'>,
): Flow {
  const nothing = {
    pageError: undefined,
    agreement: undefined,
    accountId: undefined,
    spent: undefined,
    accessToken: undefined,
    issued: undefined,
    failure: undefined,
  }
  const flow = { ...nothing, ...given, request }
  flows.set(request.raw, flow)
  return flow
}

/** Returns the state of the request that the library is handling. */
export function currentFlow(): Flow {
  const { ctx } = Provider
  if (!ctx) throw new Error('this is called by the library, and while it works on a request')
  return flowOf(ctx.req)
}

export function flowOf(raw: IncomingMessage): Flow {
  const flow = flows.get(raw)
  if (!flow) throw new Error('the request did not come through its route')
  return flow
}
