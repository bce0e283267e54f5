import type { PageContext } from '../context/page-context.ts'

/** Returns the token of a mailed link, which is the last segment of the path; empty if it can't be one. */
export function tokenOf({ request }: PageContext): string {
  const { token } = request.params as Record<string, unknown>
  return typeof token === 'string' && /^[\w-]{22,64}$/.test(token) ? token : ''
}
