import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../domain/context.ts'
import { Refused } from '../model/refusal.ts'
import type { Assets } from './assets.ts'
import { pageErrorHandler } from './page-scope.ts'
import { siteOf } from './site.ts'

/** Java programs, games among them, accept HTML unless told otherwise; they read the JSON. */
const javaDefault = /^text\/html, image\/gif, image\/jpeg/

/** Unknown paths: a page for people, and for programs the error in their words. */
export function notFound(context: Context, assets: Assets) {
  const showError = pageErrorHandler(siteOf(context, assets), context)
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { accept = '' } = request.headers
    const isBrowser = accept.includes('text/html') && !javaDefault.test(accept)
    const refused = new Refused('route_unknown')
    if (request.method !== 'GET' || !isBrowser) throw refused
    return showError(refused, request, reply)
  }
}
