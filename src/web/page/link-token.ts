import type { Visit } from '../visit/visit.ts'

/** Returns the token of a mailed link, which is the last segment of the path; empty if it can't be one. */
export function tokenOf({ request }: Visit): string {
  const { token } = request.params as Record<string, unknown>
  return typeof token === 'string' && /^[\w-]{22,64}$/.test(token) ? token : ''
}
