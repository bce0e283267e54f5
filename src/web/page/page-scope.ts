import cookie from '@fastify/cookie'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/refusal.ts'
import type { Role } from '../../model/role.ts'
import type { Assets } from '../assets.ts'
import { isCsrfToken } from '../form/csrf.ts'
import { FormFields } from '../form/form-fields.ts'
import { type Site, siteOf } from '../visit/site.ts'
import { isSignedIn, type SignedInVisit, type Visit, visitOf } from '../visit/visit.ts'
import type { PageAnswer } from './page.ts'
import { answerWith } from './page-answer.ts'
import { pageErrorHandler } from './page-error-handler.ts'
import { guardOf } from './page-guard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | undefined
  }
}

type GetHandler<Kind extends Visit> = (visit: Kind) => PageAnswer | Promise<PageAnswer>

type PostHandler<Kind extends Visit> = (visit: Kind, fields: FormFields) => PageAnswer | Promise<PageAnswer>

/** Registers pages. Paths are below the base URL, and a GET changes nothing. */
export interface Pages {
  site: Site
  get: (path: string, handler: GetHandler<Visit>) => void
  post: (path: string, handler: PostHandler<Visit>, options?: PostOptions) => void
  /** Pages for visitors who are signed in. */
  signedIn: SignedInPages
  /** Pages for a role. Administrators have every role. */
  forRole: (role: Role) => SignedInPages
}

export interface SignedInPages {
  get: (path: string, handler: GetHandler<SignedInVisit>) => void
  post: (path: string, handler: PostHandler<SignedInVisit>, options?: PostOptions) => void
}

/** The visitors that a page admits. */
type Access = Pick<FastifyContextConfig, 'isForSignedIn' | 'neededRole'>

/** Options of a form that takes files. */
interface PostOptions {
  /** In bytes. */
  bodyLimit?: number
  /** Runs before the body is read, once the sender is known. */
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** One schema for every form, since each schema is compiled once: the page checks the fields itself. */
const PageForm = Type.Unsafe<FormFields>(Type.Unknown())

/**
 * Registers the scope of all pages: HTML whatever `Accept` says, never cached, forms only from our own pages.
 */
export async function pageScope(app: Routes, context: Context, assets: Assets): Promise<Pages> {
  const site = siteOf(context, assets)
  app.decorateRequest('visit', undefined)
  await app.register(cookie)
  forbidCaching(app)
  acceptAnyBody(app, (body, type) => FormFields.read(body, type))
  app.setErrorHandler(pageErrorHandler(site, context))
  app.addHook('onRequest', async (request, reply) => {
    await context.settings.refresh()
    request.visit = await visitOf(context, request, reply)
  })
  app.addHook('onRequest', guardOf(site, context))

  const config = { isPage: true }
  const hidden = { hide: true }
  const answer = async (request: FastifyRequest, handler: GetHandler<Visit>) => {
    const { visit } = request
    if (!visit) throw new Error('the hook above has read who it is')
    return answerWith(context, site, visit, await handler(visit))
  }
  const get = (path: string, handler: GetHandler<Visit>, access: Access) => {
    app.get(path, { schema: hidden, config: { ...config, ...access } }, (request) => answer(request, handler))
  }
  const post = (path: string, handler: PostHandler<Visit>, access: Access, options: PostOptions = {}) => {
    const schema = { ...hidden, body: PageForm }
    app.post(path, { ...options, schema, config: { ...config, ...access } }, (request) =>
      answer(request, (visit) => {
        const fields = request.body ?? FormFields.empty
        if (!isCsrfToken(fields.text('csrf'), visit.csrf)) throw new Refused('request_cross_site')
        return handler(visit, fields)
      }),
    )
  }
  const pagesFor = (access: Access): SignedInPages => ({
    get: (path, show) => get(path, (visit) => show(signedIn(visit)), access),
    post: (path, act, options) =>
      post(path, (visit, fields) => act(signedIn(visit), fields), access, options),
  })
  return {
    site,
    get: (path, show) => get(path, show, {}),
    post: (path, act, options) => post(path, act, {}, options),
    signedIn: pagesFor({ isForSignedIn: true }),
    forRole: (neededRole) => pagesFor({ isForSignedIn: true, neededRole }),
  }
}

function signedIn(visit: Visit): SignedInVisit {
  if (!isSignedIn(visit)) throw new Error('the hook above lets nobody else in')
  return visit
}
