import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** 132 bits. */
const proofLength = 22

/**
 * Returns the token that proves that one of our own pages sent a form. It is derived from the secret in the
 * visitor's cookie, which other sites can't read. In pages of an account, its `sender` (FormSeals) follows.
 */
export const csrfToken = (secret: string, sender = ''): string =>
  createHmac('sha256', secret).update('csrf').digest('base64url').slice(0, proofLength) + sender

/** Returns the sender in a token. The token proves nothing by that, and its sender may be anybody's. */
export const senderIn = (token: string): string => token.slice(proofLength)

/** Compares a form's token with the visitor's own in constant time. A visitor without a secret can't send any form. */
export function isCsrfToken(given: string, csrf: string | undefined): boolean {
  const expected = Buffer.from(csrf ?? '')
  const sent = Buffer.from(given)
  return sent.length > 0 && sent.length === expected.length && timingSafeEqual(sent, expected)
}

/**
 * Returns whether the `Origin` header, if the browser sent one, is ours: the base URL's, or that of the requested
 * host, which another site's page cannot choose. The service may be reachable under several names.
 */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true
  const url = URL.parse(origin)
  return url !== null && (url.origin === new URL(baseUrl).origin || url.host === host)
}

/** Cookies, and so forms, belong to the base URL; the service can often be reached by others, such as its IP address. */
export function isElsewhere({ host, origin }: FastifyRequest['headers'], baseUrl: string): boolean {
  const own = new URL(baseUrl)
  return origin === undefined ? host?.toLowerCase() !== own.host : origin !== own.origin
}
