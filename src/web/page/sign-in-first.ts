import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { pathWithNext } from '../context/next.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { FormFields } from '../form/form-fields.ts'
import { formPage } from '../form/form-page.ts'
import { keepTyped } from '../form/typed-form.ts'
import type { Redirect } from './page.ts'

/** Redirects to the sign-in page, which leads back afterwards. */
export function signInFirst(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const next = request.method === 'POST' ? formPage(site, request) : request.url
  return reply.redirect(site.href(pathWithNext('/sign-in', next)), 303)
}

/**
 * Redirects the sender of a form to the sign-in page, which leads back to the form with what was typed into it. `again` if
 * the sender is signed in and has to prove who they are.
 */
export async function signInToSend(
  context: Context,
  site: Site,
  { request, reply }: PageContext,
  fields: FormFields,
  path: '/sign-in' | '/sign-in?again=1' = '/sign-in',
): Promise<Redirect> {
  const page = formPage(site, request)
  const kept = page === undefined ? 'none' : await keepTyped(context, request, reply, { page, fields })
  return {
    to: pathWithNext(path, page),
    ...(kept === 'kept' && { flash: 'signIn.typedKept' as const }),
    ...(kept === 'too-long' && { flash: 'signIn.typedTooLong' as const }),
  }
}
