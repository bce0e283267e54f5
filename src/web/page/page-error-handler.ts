import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { asRefused } from '../../http/errors/errors.ts'
import { html } from '../../lib/text/html.ts'
import type { Account } from '../../model/accounts/account.ts'
import { hasRole } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { forgetFlash, type PageContext, unreadPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Text } from '../context/text.ts'
import { isElsewhere } from '../form/csrf.ts'
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
    return send(site, page, errorPage(site, page, error, context.baseUrl()))
  }

/** Leads to the page of the form at the right address. */
function elsewhere(site: Site, request: FastifyRequest, text: Text, baseUrl: string): Page {
  const { heading, advice } = text.errors.otherAddress
  const address = new URL(baseUrl).origin + (formPage(site, request) ?? site.href('/'))
  const content = html`<p><a href="${address}">${address}</a></p>`
  return {
    status: 403,
    heading,
    alert: advice(baseUrl),
    content,
    here: formPage(site, request) ?? site.href('/'),
  }
}

function errorPage(site: Site, { account, request, text }: PageContext, error: Error, baseUrl: string): Page {
  const thrown = asRefused(error)
  const known = pageErrors[thrown.reason]
  const refused = known ? thrown : new Refused('unexpected', { cause: thrown, about: thrown.about })
  request.refused = refused
  const [status, usual] = known ?? [500, 'unexpected' as const]
  if (usual === 'otherSite' && isElsewhere(request.headers, baseUrl))
    return elsewhere(site, request, text, baseUrl)
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
