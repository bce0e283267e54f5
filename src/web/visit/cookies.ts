import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'

type Deps = Pick<Context, 'baseUrl'>

/**
 * What the pages keep in a browser. `guest` is what the forms of who is signed out are bound to; `codes` are recovery
 * codes that were just made, `login` is the name that the form to sign in is filled with, `mailed` the address that a
 * link was just sent to, `registering` tells the browser that registered, `secret` that of something that was just made, `next` where to go on to after a mailed link.
 */
export type CookieName =
  | 'codes'
  | 'registering'
  | 'secret'
  | 'session'
  | 'guest'
  | 'login'
  | 'mailed'
  | 'sign-in'
  | 'said'
  | 'language'
  | 'next'

const isHttps = ({ baseUrl }: Deps): boolean => baseUrl().startsWith('https:')

/** The prefix has browsers refuse it from other hosts and over http (RFC 6265bis, section 4.1.3). */
const nameOf = (context: Deps, name: CookieName): string =>
  name === 'language' || !isHttps(context) ? `norn-${name}` : `__Host-norn-${name}`

const optionsOf = (context: Deps): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(context),
})

export const readCookie = (context: Deps, request: FastifyRequest, name: CookieName): string | undefined =>
  request.cookies[nameOf(context, name)]

/** Without a lifetime it is kept until the browser is closed. */
export function setCookie(
  context: Deps,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  lifetimeMs?: number,
): void {
  const lifetime = lifetimeMs === undefined ? {} : { maxAge: Math.floor(lifetimeMs / 1000) }
  reply.setCookie(nameOf(context, name), value, { ...optionsOf(context), ...lifetime })
}

export function clearCookie(context: Deps, reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(nameOf(context, name), optionsOf(context))
}
