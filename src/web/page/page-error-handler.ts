import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { asRefused } from '../../http/errors/errors.ts'
import { html } from '../../lib/text/html.ts'
import type { Account } from '../../model/accounts/account.ts'
import { hasRole } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { forgetFlash, type PageContext, unreadPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { formPage, pathOf } from '../form/form-page.ts'
import type { Page } from './page.ts'
import { send } from './page-answer.ts'
import { pageErrors } from './page-errors.ts'
import { signInFirst } from './sign-in-first.ts'

/** Turns a thrown error into an error page. */
export const pageErrorHandler =
  (site: Site, context: Context) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (request.pageContext) forgetFlash(context, request.pageContext)
    const page = request.pageContext ?? unreadPageContext(context, request, reply)
    // Only a GET comes here: `signInToSend` keeps what was typed into a form.
    if (error instanceof Refused && error.reason === 'session_ended') {
      request.refused = error
      return signInFirst(site, request, reply)
    }
    return send(site, page, errorPage(site, page, error))
  }

function errorPage(site: Site, { account, request, text }: PageContext, error: Error): Page {
  const thrown = asRefused(error)
  const known = pageErrors[thrown.reason]
  const refused = known ? thrown : new Refused('unexpected', { cause: thrown, about: thrown.about })
  request.refused = refused
  const [status, usual] = known ?? [500, 'unexpected' as const]
  const place = usual === 'roleMissing' ? missingRole(account, request) : usual
  const { heading, advice } = text.errors[place]
  const content = html`<p><a href="${site.href('/')}">${text.errors.firstPage}</a></p>`
  // The query of such an address can contain anything.
  const isForm = request.method === 'POST' || place === 'methodUnknown'
  const here = isForm ? (formPage(site, request) ?? site.href('/')) : pathOf(request.url)
  return { status, heading, alert: advice, content, here, retryAfter: refused.retryAfter }
}

/** Says who the page, or the change, is for. */
function missingRole(account: Account | undefined, { routeOptions }: FastifyRequest) {
  if (routeOptions.config.neededRole === 'admin') return 'adminOnly'
  return account && hasRole(account) ? 'mayNotSuspend' : 'roleMissing'
}
