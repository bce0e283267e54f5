import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../model/database-unavailable.ts'
import { type Refusal, Refused } from '../model/refusal.ts'
import type { LineErrors, WireErrors } from './wire-error.ts'

/** What reaches an error handler: a refusal, something of the framework's, or a bug. */
type Fault = Error & Partial<FastifyError>

/** Answers what a route has thrown, worded by the table of its protocol. */
export function errorHandler(table: WireErrors | LineErrors) {
  return (error: Fault, request: FastifyRequest, reply: FastifyReply) => {
    const refused = asRefused(error)
    request.refused = refused
    const { status, ...body } = table[refused.reason]
    retryAfter(reply, refused)
    // Some of them, 404 and 405 among them, may be cached unless told otherwise (RFC 9111, section 4.2.2).
    reply.header('cache-control', 'no-store')
    if (status === 204) return reply.code(status).send()
    if ('line' in body) return reply.code(status).type('text/plain; charset=utf-8').send(body.line)
    const filled = 'path' in body ? { ...body, path: request.url.replace(/\?.*$/s, '') } : body
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(filled))
  }
}

export function retryAfter(reply: FastifyReply, refused: Refused): void {
  if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter)
}

/** Whatever was thrown, as a refusal: a bug is `unexpected`. */
export function asRefused(error: Fault): Refused {
  if (error instanceof Refused) return error
  if (error instanceof DatabaseUnavailable)
    return new Refused('database_unavailable', { cause: error, retryAfter: 1 })
  return new Refused(frameworkRefusals[error.code ?? ''] ?? clientFault(error), { cause: error })
}

const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'route_unknown',
}

/** What the framework or the parser found wrong with the request itself, before any route. */
const clientFault = (error: Fault): Refusal =>
  error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? 'body_unreadable'
    : 'unexpected'
