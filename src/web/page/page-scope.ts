import cookie from '@fastify/cookie'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { asRefused } from '../../http/errors/errors.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import type { Role } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Assets } from '../assets.ts'
import { pathWithNext } from '../context/next.ts'
import {
  isSignedIn,
  type PageContext,
  pageContextOf,
  type SignedInPageContext,
} from '../context/page-context.ts'
import { type Site, siteOf } from '../context/site.ts'
import { isCsrfToken, isElsewhere } from '../form/csrf.ts'
import { FormFields } from '../form/form-fields.ts'
import type { PageAnswer } from './page.ts'
import { answerWith } from './page-answer.ts'
import { pageErrorHandler } from './page-error-handler.ts'
import { guardOf } from './page-guard.ts'
import { signInToSend } from './sign-in-first.ts'
import { staleForm } from './stale-form.ts'

declare module 'fastify' {
  interface FastifyRequest {
    pageContext: PageContext | undefined
  }
}

type GetHandler<Kind extends PageContext> = (page: Kind) => PageAnswer | Promise<PageAnswer>

type PostHandler<Kind extends PageContext> = (
  page: Kind,
  fields: FormFields,
) => PageAnswer | Promise<PageAnswer>

/** Registers pages. Paths are below the base URL, and a GET changes nothing. */
export interface Pages {
  site: Site
  get: (path: string, handler: GetHandler<PageContext>) => void
  post: (path: string, handler: PostHandler<PageContext>, options?: PostOptions<PageContext>) => void
  /** Pages for visitors who are signed in. */
  signedIn: SignedInPages
  /** Pages for a role. Administrators have every role. */
  forRole: (role: Role) => SignedInPages
}

interface SignedInPages {
  get: (path: string, handler: GetHandler<SignedInPageContext>) => void
  post: (
    path: string,
    handler: PostHandler<SignedInPageContext>,
    options?: PostOptions<SignedInPageContext>,
  ) => void
}

/** The visitors that a page admits. */
type Access = Pick<FastifyContextConfig, 'isForSignedIn' | 'neededRole'>

/** Options of a form that takes files, or whose fields are known to the address of its page. */
interface PostOptions<Kind extends PageContext> {
  /** In bytes. */
  bodyLimit?: number
  /** Shows the form again to somebody who sent more than that. */
  tooLarge?: GetHandler<Kind>
  /** Runs before the body is read, once the sender is known. */
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Returns the path, below the base URL, at which the form is filled in again if it was made for another session. */
  filledAt?: (fields: FormFields) => string
}

/** The sign-in page for reasons that another sign-in puts right, after which the form can be sent. */
const signInAgain: Partial<Record<Refused['reason'], '/sign-in' | '/sign-in?again=1'>> = {
  session_ended: '/sign-in',
  step_up_required: '/sign-in?again=1',
}

/** One schema for every form, since each schema is compiled once: the page checks the fields itself. */
const PageForm = Type.Unsafe<FormFields>(Type.Unknown())

/** Registers the scope of all pages: HTML whatever `Accept` says, never cached, forms only from our own pages. */
export async function pageScope(app: Routes, context: Context, assets: Assets): Promise<Pages> {
  const site = siteOf(context, assets)
  app.decorateRequest('pageContext', undefined)
  await app.register(cookie)
  forbidCaching(app)
  acceptAnyBody(app, (body, type) => FormFields.read(body, type))
  const showError = pageErrorHandler(site, context)
  app.setErrorHandler(showError)
  app.addHook('onRequest', async (request, reply) => {
    await Promise.all([context.settings.refresh(), context.knownProviders.all()])
    request.pageContext = await pageContextOf(context, request, reply)
  })
  app.addHook('onRequest', guardOf(site, context))

  const config = { isPage: true }
  const hidden = { hide: true }
  const answer = async (request: FastifyRequest, handler: GetHandler<PageContext>) => {
    const { pageContext } = request
    if (!pageContext) throw new Error('the hook above sets it')
    return answerWith(context, site, pageContext, await handler(pageContext))
  }
  const get = (path: string, handler: GetHandler<PageContext>, access: Access) => {
    app.get(path, { schema: hidden, config: { ...config, ...access } }, (request) => answer(request, handler))
  }
  const post = (
    path: string,
    handler: PostHandler<PageContext>,
    access: Access,
    { filledAt, tooLarge, ...options }: PostOptions<PageContext> = {},
  ) => {
    const schema = { ...hidden, body: PageForm }
    // A form with large files is not read for a visitor who has to sign in first.
    const keepsTyped = access.isForSignedIn === true && options.bodyLimit === undefined
    const onPost = async (page: PageContext, fields: FormFields): Promise<PageAnswer> => {
      if (access.isForSignedIn && !page.account) {
        if (!filledAt) return signInToSend(context, site, page, fields)
        return { to: pathWithNext('/sign-in', site.href(filledAt(fields))), flash: 'signIn.typedKept' }
      }
      if (!isCsrfToken(fields.text('csrf'), page.csrf)) {
        // A form at another address would only be shown again, without the cookie that it lacks.
        const isLost = isElsewhere(page.request.headers, context.baseUrl())
        if (filledAt && !isLost && fields.text('csrf') !== '') {
          return { to: filledAt(fields), flash: 'signIn.typedAgain' }
        }
        const goOn = isLost || access.isForSignedIn ? undefined : staleForm(context, page, fields)
        if (goOn) return goOn
        throw new Refused('request_cross_site')
      }
      try {
        return await handler(page, fields)
      } catch (error) {
        const again = error instanceof Refused ? signInAgain[error.reason] : undefined
        if (again === undefined || !(error instanceof Refused)) throw error
        page.request.refused = error
        return signInToSend(context, site, page, fields, again)
      }
    }
    const errorHandler = async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const refused = asRefused(error)
      const isTooLarge = refused.reason === 'body_too_large' && request.pageContext?.account
      if (!tooLarge || !isTooLarge) return showError(error, request, reply)
      request.refused = refused
      return answer(request, tooLarge)
    }
    const route = { ...options, schema, errorHandler, config: { ...config, ...access, keepsTyped } }
    app.post(path, route, (request) =>
      answer(request, (page) => onPost(page, request.body ?? FormFields.empty)),
    )
  }
  const pagesFor = (access: Access): SignedInPages => ({
    get: (path, show) => get(path, (page) => show(signedIn(page)), access),
    post: (path, act, { tooLarge, ...options } = {}) =>
      post(path, (page, fields) => act(signedIn(page), fields), access, {
        ...options,
        ...(tooLarge && { tooLarge: (page) => tooLarge(signedIn(page)) }),
      }),
  })
  return {
    site,
    get: (path, show) => get(path, show, {}),
    post: (path, act, options) => post(path, act, {}, options),
    signedIn: pagesFor({ isForSignedIn: true }),
    forRole: (neededRole) => pagesFor({ isForSignedIn: true, neededRole }),
  }
}

function signedIn(page: PageContext): SignedInPageContext {
  if (!isSignedIn(page)) throw new Error('the hook above lets nobody else in')
  return page
}
