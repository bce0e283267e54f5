import type { Visit } from '../visit/visit.ts'

/** The token of a mailed link, which is the last part of its path; empty where it can be none. */
export function tokenOf({ request }: Visit): string {
  const { token } = request.params as Record<string, unknown>
  return typeof token === 'string' && /^[\w-]{22,64}$/.test(token) ? token : ''
}
