import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestSpan } from '../../lib/measure/spans.ts'
import type { Routes } from '../server/typed-fastify.ts'

/**
 * Makes what a request does a part of its span. Its turn may begin in the course of another request, and the end of its
 * body is told in that of none, so this is done after both.
 */
export function continueSpans(app: Routes): void {
  app.addHook('onRequest', inItsSpan)
  app.addHook('preValidation', inItsSpan)
}

function inItsSpan({ span }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (span) span.within(done)
  else done()
}

/** Returns how the span of a request ends. A path may hold a token, a key or a name; its template holds none. */
export function spanOf(
  { id, method, refused }: FastifyRequest,
  template: string | undefined,
  status: number,
): Parameters<RequestSpan['end']> {
  const isFailure = status >= 500
  return [
    template === undefined ? method : `${method} ${template}`,
    {
      'http.request.method': method,
      ...(template !== undefined && { 'http.route': template }),
      'http.response.status_code': status,
      ...(isFailure && { 'error.type': String(status) }),
      ...(refused && { 'norn.reason': refused.detail ?? refused.reason }),
      'norn.request_id': id,
    },
    isFailure,
  ]
}
