import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import type { About } from '../../model/account.ts'
import type { Refused } from '../../model/refusal.ts'
import { withPlainWord } from '../paths/game-word.ts'
import type { Routes } from '../server/typed-fastify.ts'
import { loggableAgent, loggableField, loggablePath } from './loggable.ts'
import type { Metrics, PlayerStep } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was declined, for its log line. */
    refused: Refused | undefined
    /** The error that OAuth 2.0 has a code for, for the same line (RFC 6749, section 5.2). */
    oauthError: string | undefined
    /** Whose it was, for the same line. */
    about: About | undefined
    /** The name of the game server that asked below its root. */
    gameServer: string | undefined
    /** The pattern of a path that was asked for by a method that it does not have. */
    patternOfOtherMethods: string | undefined
  }
  interface FastifyContextConfig {
    /** A GET that operators look for in the log: at `info`, like every POST. */
    isEvent?: boolean
    /** What the player does by it: its outcomes are counted, and kept for who asks why. */
    step?: PlayerStep
  }
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const

/**
 * One log line and one measurement for each request. The line is made of named fields only: the path as
 * its pattern, since old clients put their token in the query; no header but the name of the program; no body.
 */
export function watchRequests(app: Routes, context: Context, metrics: Metrics): void {
  const { log, hourCounts } = context
  app.decorateRequest('refused', undefined)
  app.decorateRequest('oauthError', undefined)
  app.decorateRequest('about', undefined)
  app.decorateRequest('gameServer', undefined)
  app.decorateRequest('patternOfOtherMethods', undefined)
  // The address is known once the service listens; then it stays.
  let headers: Record<string, string> | undefined
  app.addHook('onRequest', (request, reply, done) => {
    headers ??= {
      ...securityHeaders,
      'x-authlib-injector-api-location': `${context.baseUrl()}/authlib-injector/`,
    }
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000
    // Made anew each time that it is asked for.
    const { url, config } = request.routeOptions
    const pattern = url ?? request.patternOfOtherMethods
    const isKnown = pattern !== undefined
    const route = withPlainWord(pattern ?? 'unknown')
    const { refused } = request
    const about = request.about ?? refused?.about
    metrics.observe(request.method, route, reply.statusCode, seconds)
    if (refused) metrics.refused(refused)
    const { step } = config
    if (step) {
      metrics.step(step, refused)
      // HEAD only asks whether it would go well.
      if (request.method !== 'HEAD') keepAttempt(context, step, request)
      hourCounts.count(step, refused?.detail ?? refused?.reason ?? 'ok')
    }
    const level = levelOf(request, reply.statusCode, config.isEvent)
    if (log.isLevelEnabled(level)) {
      log[level](
        {
          reqId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip: request.ip,
          agent: loggableAgent(request.headers['user-agent']),
          path: isKnown ? undefined : loggablePath(request.url),
          reason: refused?.reason ?? request.oauthError,
          detail: refused?.detail,
          field: loggableField(refused?.field),
          account: about?.id,
          username: about?.username,
          server: request.gameServer ?? refused?.server,
          loginDigest: about?.loginDigest,
          ...causeOf(refused),
        },
        'request',
      )
    }
    done()
  })
}

function keepAttempt(
  { attempts }: Context,
  step: PlayerStep,
  { refused, about, gameServer, ip }: FastifyRequest,
): void {
  if (refused) attempts.refused(step, refused, ip)
  else if (about?.id !== undefined) attempts.succeeded(step, about.id, ip, gameServer)
}

/** A bug with its stack; of what others have done, a full disk or a skin system that is away, the words. */
function causeOf(refused: Refused | undefined): { err?: unknown; cause?: string } {
  if (refused?.reason === 'unexpected') return { err: refused.cause }
  const isAway = refused?.reason === 'database_unavailable' || refused?.reason === 'skin_system_unavailable'
  return isAway && refused.cause instanceof Error ? { cause: refused.cause.message } : {}
}

/** Successful lookups are most of the traffic: they are logged at `debug` only. */
function levelOf(
  request: FastifyRequest,
  status: number,
  isEvent: boolean | undefined,
): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error'
  // A banned client asks a thousand times a second; the ban itself is logged when it begins.
  if (request.refused?.reason === 'client_banned') return 'debug'
  // A device asks every five seconds.
  if (request.oauthError === 'authorization_pending') return 'debug'
  const isQuiet = status < 400 && (request.method === 'GET' || request.method === 'HEAD')
  return isQuiet && !isEvent ? 'debug' : 'info'
}
