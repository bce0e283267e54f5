import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { monotonicClock } from '../../lib/measure/clock.ts'
import type { RequestSpan } from '../../lib/measure/spans.ts'
import type { About } from '../../model/accounts/account.ts'
import type { SignedInVia } from '../../model/accounts/credential.ts'
import { isOthersFailure } from '../../model/errors/others-failures.ts'
import type { Refusal, Refused } from '../../model/errors/refusal.ts'
import { withPlainWord } from '../paths/game-word.ts'
import type { Routes } from '../server/typed-fastify.ts'
import { loggableAgent, loggableClient, loggableField, loggablePath, loggableUri } from './loggable.ts'
import type { Metrics, PlayerStep } from './metrics.ts'
import { spanOf } from './request-spans.ts'

// The requests are not decorated with these: the framework would set each of them for each request.
declare module 'fastify' {
  interface FastifyRequest {
    /** The reason why the request was refused, for its log line. */
    refused: Refused | undefined
    /** The OAuth 2.0 error code, for the same line (RFC 6749, section 5.2). */
    oauthError: string | undefined
    /** The client_id of a request with such an error. */
    oauthClient: string | undefined
    /** The redirect URI that was sent and is not registered. */
    redirectUri: string | undefined
    /** The account that the request concerned, for the same line. */
    about: About | undefined
    /** By what a launcher signed in, if not by the password. */
    via: SignedInVia | undefined
    /** The name of the game server that asked below its root. */
    gameServer: string | undefined
    /** The id of the neighbour whose player was let in. */
    neighbour: string | undefined
    /** Its span, if it is traced. */
    span: RequestSpan | undefined
    /** The pattern of a known path that was requested with an unsupported method. */
    patternOfOtherMethods: string | undefined
  }
  interface FastifyContextConfig {
    /** True if operators look for its successes in the log, as they do by default unless it is a GET or HEAD. */
    isEvent?: boolean
    /** The player's step. Its outcomes are counted, and recorded to answer why somebody can't join. */
    step?: PlayerStep
  }
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const

/** The status in the log for a client that hung up before its answer, as nginx has it. */
const hungUp = 499

/**
 * Writes one log line and one measurement for each request. The line has only named fields: the path as its
 * pattern, since old clients put their token in the query; no header but the User-Agent; no body. Its hook has to be
 * the first, because the duration includes the wait for a turn.
 */
export function watchRequests(app: Routes, context: Context, metrics: Metrics): void {
  // The address is known once the service listens, and then stays the same.
  let headers: Record<string, string> | undefined
  const answered = requestLog(context, metrics)
  const { spans } = context
  app.addHook('onRequest', (request, reply, done) => {
    const begun = monotonicClock()
    if (spans) request.span = spans.request(request.headers['traceparent'])
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      answered(request, reply, monotonicClock() - begun)
    }
    // The framework's own hook adds and removes two listeners, makes five functions for each request, and says nothing
    // of a client that hangs up. Without a listener, an error of a response would end the process.
    reply.raw.on('close', over).on('error', over)
    headers ??= {
      ...securityHeaders,
      'x-authlib-injector-api-location': `${context.baseUrl()}/authlib-injector/`,
    }
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** Returns a function that logs and measures a request that took so many milliseconds. */
function requestLog(context: Context, metrics: Metrics) {
  const { log, hourCounts } = context
  return (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
    // The framework creates this object on each access.
    const { url, config } = request.routeOptions
    const pattern = url ?? request.patternOfOtherMethods
    const isKnown = pattern !== undefined
    const route = withPlainWord(pattern ?? 'unknown')
    const { refused } = request
    const about = request.about ?? refused?.about
    const isAnswered = reply.raw.headersSent
    const status = isAnswered ? reply.statusCode : hungUp
    metrics.observe(request.method, route, status, ms / 1000)
    if (refused) metrics.refused(refused)
    request.span?.end(...spanOf(request, isKnown ? route : undefined, status))
    const { step } = config
    // How a step ends is not known as long as it is not answered.
    if (step && isAnswered) {
      metrics.step(step, refused)
      // A HEAD request only asks whether a GET would succeed.
      if (request.method !== 'HEAD') keepAttempt(context, step, request)
      hourCounts.count(step, refused?.detail ?? refused?.reason ?? 'ok')
    }
    const level = levelOf(request, status, config.isEvent)
    if (!log.isLevelEnabled(level)) return
    log[level](
      {
        reqId: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        ip: request.ip,
        agent: loggableAgent(request.headers['user-agent']),
        trace: request.span?.trace,
        path: isKnown ? undefined : loggablePath(request.url),
        reason: refused?.reason ?? request.oauthError,
        client: loggableClient(request.oauthClient),
        redirectUri: loggableUri(request.redirectUri),
        noun: refused?.noun,
        detail: refused?.detail,
        field: loggableField(refused?.field),
        via: request.via ?? refused?.via,
        account: about?.id,
        username: about?.username,
        server: request.gameServer ?? refused?.server,
        neighbour: request.neighbour,
        loginDigest: about?.loginDigest,
        ...causeOf(refused),
      },
      'request',
    )
  }
}

function keepAttempt(
  { attempts, dayCounts }: Context,
  step: PlayerStep,
  { refused, about, gameServer, via, ip }: FastifyRequest,
): void {
  if (step === 'hasJoined' && !refused) dayCounts.joined(gameServer)
  if (refused) attempts.refused(step, refused, ip)
  else if (about?.id !== undefined) attempts.succeeded(step, about.id, ip, { server: gameServer, via })
}

const awayReasons: ReadonlySet<Refusal | undefined> = new Set<Refusal | undefined>([
  'database_unavailable',
  'skin_system_unavailable',
  'texture_store_unavailable',
])

/** Returns the stack of a bug, and the message alone of causes such as a full disk or an unavailable skin system. */
function causeOf(refused: Refused | undefined): { err?: unknown; cause?: string } {
  if (refused?.reason === 'unexpected') return { err: refused.cause }
  return awayReasons.has(refused?.reason) && refused?.cause instanceof Error
    ? { cause: refused.cause.message }
    : {}
}

/** Returns the log level. Successful lookups are most of the traffic, and are logged only at `debug`. */
function levelOf(
  request: FastifyRequest,
  status: number,
  isEvent: boolean | undefined,
): 'error' | 'warn' | 'info' | 'debug' {
  if (status >= 500) return isOthersFailure(request.refused?.reason) ? 'warn' : 'error'
  // A banned client may ask a thousand times a second; the ban itself is logged when it begins.
  if (request.refused?.reason === 'client_banned') return 'debug'
  // A device polls every five seconds.
  if (request.oauthError === 'authorization_pending') return 'debug'
  if (status >= 400) return 'info'
  return (isEvent ?? (request.method !== 'GET' && request.method !== 'HEAD')) ? 'info' : 'debug'
}
