import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathWithNext } from '../context/next.ts'
import type { Site } from '../context/site.ts'
import { formPage } from '../form/form-page.ts'

/** Redirects to the sign-in page, which leads back afterwards. */
export function signInFirst(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const next = request.method === 'POST' ? formPage(site, request) : request.url
  return reply.redirect(site.href(pathWithNext('/sign-in', next)), 303)
}
