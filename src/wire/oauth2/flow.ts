import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Provider } from 'oidc-provider'
import type { Exchange } from '../../domain/oauth/exchange.ts'

/** What a person is told of a request that the application must not be answered. */
export interface Told {
  /** As RFC 6749 calls it. */
  error: string
  description: string
  status: number
}

/** Who is signed in on the browser that asks. */
export interface SignedIn {
  accountId: string
  /** Tells this session from any other; not what its cookie holds. */
  sessionId: string
  /** When the person proved who they are, in epoch milliseconds. */
  signedInAt: number
}

/** What is known of one request while the library works on it. */
export interface Flow extends Exchange {
  request: FastifyRequest
  signedIn: SignedIn | undefined
  /** The application itself has asked for consent, not we in its name. */
  asksConsent: boolean
  /** A page answers what goes wrong. */
  isPage: boolean
  /** What it has to say of that. */
  told: Told | undefined
  /** Whose code or token was presented. */
  accountId: string | undefined
  /** What the store has failed with. The library knows no error of that kind. */
  failure: Error | undefined
}

const flows = new WeakMap<IncomingMessage, Flow>()

export function beginFlow(
  request: FastifyRequest,
  given: Pick<Flow, 'signedIn' | 'asksConsent' | 'isPage'>,
): Flow {
  const nothing = {
    told: undefined,
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

/** Of the request that the library is working on. */
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
