import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { Refused } from '../../model/refusal.ts'
import { mayAs, type Role } from '../../model/role.ts'
import { isOwnOrigin } from '../form/csrf.ts'
import type { Site } from '../visit/site.ts'
import { signInFirst } from './sign-in-first.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Others are sent to sign in, before their body is read. */
    isForSignedIn?: boolean
    /** And who has not this role, or a greater one, is declined. */
    neededRole?: Role
  }
}

/** The hook that decides, before a body is read, whether a page is shown to this visitor. */
export const guardOf =
  (site: Site, context: Context) =>
  (request: FastifyRequest, reply: FastifyReply, done: (refused?: Refused) => void): void => {
    const { visit, method, routeOptions, headers } = request
    const { isForSignedIn, neededRole } = routeOptions.config
    if (isForSignedIn && !visit?.account) {
      signInFirst(site, request, reply)
      return
    }
    const isLeaving = visit?.account?.deletesAt !== undefined
    if (isForSignedIn && isLeaving && !mayWhileLeaving(site, routeOptions.url)) {
      reply.redirect(site.href('/account/delete'), 303)
      return
    }
    if (neededRole && visit?.account && !mayAs(visit.account, neededRole)) {
      done(new Refused('role_missing', { about: visit.account }))
      return
    }
    const isForeign = method === 'POST' && !isOwnOrigin(headers.origin, headers.host, context.baseUrl())
    done(isForeign ? new Refused('request_cross_site') : undefined)
  }

/** To whose account is to be deleted nothing else is shown. */
const mayWhileLeaving = (site: Site, url: string | undefined): boolean =>
  ['/account/delete', '/account/delete/keep', '/sign-out'].some((path) => site.href(path) === url)
