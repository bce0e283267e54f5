import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { mayAs, type Role } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Site } from '../context/site.ts'
import { isOwnOrigin } from '../form/csrf.ts'
import { mayBeKept } from '../form/typed-form.ts'
import { signInFirst } from './sign-in-first.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Visitors who are not signed in are redirected to the sign-in page; before their body is read, except `keepsTyped`. */
    isForSignedIn?: boolean
    /** Visitors without this role, or a higher one, are refused. */
    neededRole?: Role
    /** The form is kept if its sender has to sign in first, for which its body is read. */
    keepsTyped?: boolean
  }
}

/** Returns the hook that decides, before the body is read, whether this visitor may see the page. */
export const guardOf =
  (site: Site, context: Context) =>
  (request: FastifyRequest, reply: FastifyReply, done: (refused?: Refused) => void): void => {
    const { pageContext, method, routeOptions, headers } = request
    const { isForSignedIn, neededRole } = routeOptions.config
    if (isForSignedIn && !pageContext?.account) {
      if (mayBeKept(context, request)) done()
      else signInFirst(site, request, reply)
      return
    }
    const isLeaving = pageContext?.account?.deletesAt !== undefined
    if (isForSignedIn && isLeaving && !mayWhileLeaving(site, routeOptions.url)) {
      reply.redirect(site.href('/account/delete'), 303)
      return
    }
    if (neededRole && pageContext?.account && !mayAs(pageContext.account, neededRole)) {
      done(new Refused('role_missing', { about: pageContext.account }))
      return
    }
    const isForeign = method === 'POST' && !isOwnOrigin(headers.origin, headers.host, context.baseUrl())
    done(isForeign ? new Refused('request_cross_site') : undefined)
  }

/** An account that is about to be deleted sees only these pages. */
const mayWhileLeaving = (site: Site, url: string | undefined): boolean =>
  ['/account/delete', '/account/delete/keep', '/sign-out'].some((path) => site.href(path) === url)
