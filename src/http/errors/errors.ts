import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { TurnedAway } from '../../lib/queue/gate.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import { UnstorableText } from '../../model/errors/unstorable-text.ts'
import { withoutOrigin } from '../paths/root-address.ts'
import { withoutKey } from '../paths/without-key.ts'
import { commonErrors } from './common-errors.ts'
import { type ErrorTable, wordsOf } from './error-table.ts'

/** An error that reaches an error handler: a refusal, an error of the framework, or a bug. */
type Fault = Error & Partial<FastifyError>

/** Answers an error of a route in the words of its protocol. A reason without words is a bug. */
export function errorHandler(errors: ErrorTable) {
  return (error: Fault, request: FastifyRequest, reply: FastifyReply) => {
    const thrown = asRefused(error)
    const words = wordsOf(errors, thrown.reason)
    const refused = words ? thrown : new Refused('unexpected', { cause: thrown, about: thrown.about })
    request.refused = refused
    const { status, ...body } = words ?? errors.inForm(commonErrors.unexpected)
    // A "no" that hides its reason (wire/servers/no-for-keys.ts) hides the time too.
    if (refused.retryAfter !== undefined && status > 401) reply.header('retry-after', refused.retryAfter)
    // Caches may store some of these statuses, such as 404 and 405, by default (RFC 9111, section 4.2.2).
    reply.header('cache-control', 'no-store')
    if (status === 204) return reply.code(status).send()
    if ('line' in body) return reply.code(status).type('text/plain; charset=utf-8').send(body.line)
    if ('title' in body) {
      const { allowed, field, noun, reason: code, sentence: detail = body.detail, value } = refused
      const told = { type: 'about:blank', title: body.title, status, detail, code }
      // Members without a value are left out.
      const answer = JSON.stringify({ ...told, noun, field, allowed, value })
      return reply.code(status).type('application/problem+json').send(answer)
    }
    const filled =
      'path' in body
        ? { ...body, path: withoutKey(withoutOrigin(request.originalUrl).replace(/\?.*$/s, '')) }
        : body
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(filled))
  }
}

/** Turns any error into a refusal; a bug becomes `unexpected`. */
export function asRefused(error: Fault): Refused {
  if (error instanceof Refused) return error
  if (error instanceof DatabaseUnavailable)
    return new Refused('database_unavailable', { cause: error, retryAfter: 1 })
  if (error instanceof UnstorableText) return new Refused('body_unreadable', { cause: error })
  if (error instanceof TurnedAway) return new Refused('overloaded', { cause: error, retryAfter: 1 })
  return new Refused(frameworkRefusals[error.code ?? ''] ?? clientFault(error), { cause: error })
}

const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'route_unknown',
}

/** Returns the refusal for a request that the framework or the parser rejected before any route. */
const clientFault = (error: Fault): Refusal =>
  error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? 'body_unreadable'
    : 'unexpected'
