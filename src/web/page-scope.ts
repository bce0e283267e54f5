import cookie from '@fastify/cookie'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../domain/context.ts'
import { acceptAnyBody } from '../http/body/body.ts'
import { asRefused } from '../http/errors/errors.ts'
import { forbidCaching } from '../http/headers/no-store.ts'
import type { Routes } from '../http/server/typed-fastify.ts'
import { html } from '../lib/text/html.ts'
import { Refused } from '../model/refusal.ts'
import { mayAs, type Role } from '../model/role.ts'
import type { Assets } from './assets.ts'
import { setCookie } from './cookies.ts'
import { isCsrfToken, isOwnOrigin } from './csrf.ts'
import { FormFields } from './form-fields.ts'
import { formPage, pathOf } from './form-page.ts'
import { layout } from './layout.ts'
import { pathWithNext } from './next.ts'
import type { Page, PageAnswer } from './page.ts'
import { pageErrors } from './page-errors.ts'
import { contentPolicy } from './policy.ts'
import { type Site, siteOf } from './site.ts'
import { forgetSaid, isSignedIn, type SignedInVisit, unreadVisit, type Visit, visitOf } from './visit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | undefined
  }
  interface FastifyContextConfig {
    /** Others are sent to sign in, before their body is read. */
    isForSignedIn?: boolean
    /** And who has not this role, or a greater one, is declined. */
    neededRole?: Role
  }
}

type Show<Kind extends Visit> = (visit: Kind) => PageAnswer | Promise<PageAnswer>
type Act<Kind extends Visit> = (visit: Kind, fields: FormFields) => PageAnswer | Promise<PageAnswer>

/** Where pages are registered: paths are below the base URL, and a GET changes nothing. */
export interface Pages {
  site: Site
  get: (path: string, show: Show<Visit>) => void
  post: (path: string, act: Act<Visit>, options?: PostOptions) => void
  /** For who is signed in. */
  signedIn: SignedInPages
  /** For who has the role; administrators have every one. */
  forRole: (role: Role) => SignedInPages
}

export interface SignedInPages {
  get: (path: string, show: Show<SignedInVisit>) => void
  post: (path: string, act: Act<SignedInVisit>, options?: PostOptions) => void
}

/** Who a page is for. */
type For = Pick<FastifyContextConfig, 'isForSignedIn' | 'neededRole'>

/** Of a form that takes files. */
interface PostOptions {
  /** Bytes. */
  bodyLimit?: number
  /** Before a byte of the body is read, once it is known who sends it. */
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** Routes that are pages: HTML whatever is asked for, never cached, forms from nowhere but here. */
export async function pageScope(app: Routes, context: Context, assets: Assets): Promise<Pages> {
  const site = siteOf(context, assets)
  app.decorateRequest('visit', undefined)
  await app.register(cookie)
  forbidCaching(app)
  acceptAnyBody(app, (body, type) => FormFields.read(body, type))
  app.setErrorHandler(pageErrorHandler(site, context))
  app.addHook('onRequest', async (request, reply) => {
    request.visit = await visitOf(context, request, reply)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { visit, method, routeOptions, headers } = request
    if (routeOptions.config.isForSignedIn && !visit?.account) {
      signInFirst(site, request, reply)
      return
    }
    const { deletesAt } = visit?.account ?? {}
    if (routeOptions.config.isForSignedIn && deletesAt !== undefined && !mayWhileLeaving(routeOptions.url)) {
      reply.redirect(site.href('/account/delete'), 303)
      return
    }
    const { neededRole } = routeOptions.config
    if (neededRole && visit?.account && !mayAs(visit.account, neededRole)) {
      done(new Refused('role_missing', { about: visit.account }))
      return
    }
    const isForeign = method === 'POST' && !isOwnOrigin(headers.origin, headers.host, context.baseUrl())
    done(isForeign ? new Refused('request_cross_site') : undefined)
  })

  /** To whose account is to be deleted nothing else is shown. */
  const mayWhileLeaving = (url: string | undefined): boolean =>
    ['/account/delete', '/account/delete/keep', '/sign-out'].some((path) => site.href(path) === url)

  const config = { isPage: true }
  const hidden = { hide: true }
  const answer = async (request: FastifyRequest, show: Show<Visit>) => {
    const { visit } = request
    if (!visit) throw new Error('the hook above has read who it is')
    return answerWith(context, site, visit, await show(visit))
  }
  const get = (path: string, show: Show<Visit>, whom: For) => {
    app.get(path, { schema: hidden, config: { ...config, ...whom } }, (request) => answer(request, show))
  }
  const post = (path: string, act: Act<Visit>, whom: For, options: PostOptions = {}) => {
    const schema = { ...hidden, body: Type.Unsafe<FormFields>(Type.Unknown()) }
    app.post(path, { ...options, schema, config: { ...config, ...whom } }, (request) =>
      answer(request, (visit) => {
        const fields = request.body ?? FormFields.empty
        if (!isCsrfToken(fields.text('csrf'), visit.csrf)) throw new Refused('request_cross_site')
        return act(visit, fields)
      }),
    )
  }
  const pagesFor = (whom: For): SignedInPages => ({
    get: (path, show) => get(path, (visit) => show(signedIn(visit)), whom),
    post: (path, act, options) => post(path, (visit, fields) => act(signedIn(visit), fields), whom, options),
  })
  return {
    site,
    get: (path, show) => get(path, show, {}),
    post: (path, act, options) => post(path, act, {}, options),
    signedIn: pagesFor({ isForSignedIn: true }),
    forRole: (neededRole) => pagesFor({ isForSignedIn: true, neededRole }),
  }
}

/** Answers what was thrown with a page. */
export const pageErrorHandler =
  (site: Site, context: Context) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (request.visit) forgetSaid(context, request.visit)
    const visit = request.visit ?? unreadVisit(context, request, reply)
    if (error instanceof Refused && error.reason === 'session_ended') {
      request.refused = error
      return signInFirst(site, request, reply)
    }
    return send(site, visit, errorPage(site, visit, error))
  }

/** To the page that asks who it is, and leads back from there. */
function signInFirst(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const next = request.method === 'POST' ? formPage(site, request) : request.url
  return reply.redirect(site.href(pathWithNext('/sign-in', next)), 303)
}

/** The token of a mailed link, which is the last part of its path; empty where it can be none. */
export function tokenOf({ request }: Visit): string {
  const { token } = request.params as Record<string, unknown>
  return typeof token === 'string' && /^[\w-]{22,64}$/.test(token) ? token : ''
}

function signedIn(visit: Visit): SignedInVisit {
  if (!isSignedIn(visit)) throw new Error('the hook above lets nobody else in')
  return visit
}

async function answerWith(context: Context, site: Site, visit: Visit, answer: PageAnswer) {
  if ('heading' in answer) {
    forgetSaid(context, visit)
    return send(site, visit, answer)
  }
  if ('filename' in answer) {
    return visit.reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${answer.filename}"`,
      })
      .type('application/json; charset=utf-8')
      .send(answer.file)
  }
  if ('isAnswered' in answer) return visit.reply
  if (answer.said) setCookie(context, visit.reply, 'said', answer.said, saidTimeoutMs)
  return visit.reply.redirect('next' in answer ? answer.next : site.href(answer.to), 303)
}

/** A browser that never comes back keeps it no longer. */
const saidTimeoutMs = 60_000

function send(site: Site, visit: Visit, page: Page): FastifyReply {
  const { account, reply, request } = visit
  // What is wrong in a form its page sees by itself: for the log.
  if (page.status === 422) request.refused ??= new Refused('fields_malformed', { about: account })
  if (page.retryAfter !== undefined) reply.header('retry-after', page.retryAfter)
  return reply
    .code(page.status ?? 200)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': contentPolicy(page.policy),
      // With `no-referrer`, which the rest of the service has, browsers would send `Origin: null` with our own forms.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(layout(site, visit, page).text)
}

function errorPage(site: Site, { request, text }: Visit, error: Error): Page {
  const thrown = asRefused(error)
  const known = pageErrors[thrown.reason]
  const refused = known ? thrown : new Refused('unexpected', { cause: thrown, about: thrown.about })
  request.refused = refused
  const [status, place] = known ?? [500, 'unexpected' as const]
  const { heading, advice } = text.errors[place]
  const content = html`<p><a href="${site.href('/')}">${text.errors.firstPage}</a></p>`
  // What stands in the query of such an address may be anything.
  const isForm = request.method === 'POST' || place === 'methodUnknown'
  const here = isForm ? (formPage(site, request) ?? site.href('/')) : pathOf(request.url)
  return { status, heading, alert: advice, content, here, retryAfter: refused.retryAfter }
}
