import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a form bears so that no other site can send it: bound to the secret that the visitor's cookie holds,
 * which no other site can read.
 */
export const csrfToken = (secret: string): string =>
  createHmac('sha256', secret).update('csrf').digest('base64url')

/** Compares with the visitor's own, in the same time wherever they differ; no form is sent by who has none. */
export function isCsrfToken(given: string, csrf: string | undefined): boolean {
  const expected = Buffer.from(csrf ?? '')
  const sent = Buffer.from(given)
  return sent.length > 0 && sent.length === expected.length && timingSafeEqual(sent, expected)
}

/**
 * Whether `Origin`, where a browser sends one, is ours: the base URL's, or that of the host that was asked, which
 * another site's page can not choose (the service may be reachable under several names).
 */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true
  const url = URL.parse(origin)
  return url !== null && (url.origin === new URL(baseUrl).origin || url.host === host)
}
