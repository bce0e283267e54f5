import type { PageContext } from '../context/page-context.ts'
import { pathParameter } from './path-parameter.ts'

/** Returns the token of a mailed link, which is the last segment of the path; empty if it can't be one. */
export function tokenOf(page: PageContext): string {
  const token = pathParameter(page, 'token')
  return /^[\w-]{22,64}$/.test(token) ? token : ''
}
