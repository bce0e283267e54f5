import type { FastifyReply, FastifyRequest } from 'fastify'
import { formPage } from '../form/form-page.ts'
import { pathWithNext } from '../visit/next.ts'
import type { Site } from '../visit/site.ts'

/** Redirects to the sign-in page, which leads back afterwards. */
export function signInFirst(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const next = request.method === 'POST' ? formPage(site, request) : request.url
  return reply.redirect(site.href(pathWithNext('/sign-in', next)), 303)
}
