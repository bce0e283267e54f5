import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteContext } from '../../domain/context.ts'

/**
 * The cookies of the pages: `guest` is the secret that CSRF tokens of signed-out visitors are bound to; `codes` new
 * recovery codes; `login` the name to fill into the sign-in form; `mailed` the address that a link was just sent
 * to; `provider` a sign-in at a provider that was begun, and `identity` the person it has proved, both sealed;
 * `registering` the proof that this browser registered; `secret` a secret that was just created; `next` the
 * path to return to after a mailed link; `typed` what was typed into a form, sealed; `flash` the message for the next
 * page.
 */
type CookieName =
  | 'codes'
  | 'registering'
  | 'secret'
  | 'session'
  | 'guest'
  | 'login'
  | 'mailed'
  | 'provider'
  | 'identity'
  | 'sign-in'
  | 'flash'
  | 'language'
  | 'next'
  | 'typed'

const isHttps = ({ baseUrl }: SiteContext): boolean => baseUrl().startsWith('https:')

/** The prefix makes browsers reject it from other hosts and over http (RFC 6265bis, section 4.1.3). */
const nameOf = (context: SiteContext, name: CookieName): string =>
  name === 'language' || !isHttps(context) ? `norn-${name}` : `__Host-norn-${name}`

const optionsOf = (context: SiteContext): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(context),
})

export const readCookie = (
  context: SiteContext,
  request: FastifyRequest,
  name: CookieName,
): string | undefined => request.cookies[nameOf(context, name)]

/** Sets a cookie. Without a lifetime, it lasts until the browser is closed. */
export function setCookie(
  context: SiteContext,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  lifetimeMs?: number,
): void {
  const lifetime = lifetimeMs === undefined ? {} : { maxAge: Math.floor(lifetimeMs / 1000) }
  reply.setCookie(nameOf(context, name), value, { ...optionsOf(context), ...lifetime })
}

export function clearCookie(context: SiteContext, reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(nameOf(context, name), optionsOf(context))
}
