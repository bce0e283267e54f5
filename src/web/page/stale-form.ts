import type { SiteContext } from '../../domain/context.ts'
import { nextPath } from '../context/next.ts'
import type { PageContext } from '../context/page-context.ts'
import type { FormFields } from '../form/form-fields.ts'
import type { ReturnRedirect } from './page.ts'

/**
 * Returns the redirect for a form for visitors that was made before this browser signed in, in another tab: to `next`, which
 * is all that is used of what was sent. Undefined for every other form with a wrong token.
 */
export function staleForm(
  context: SiteContext,
  page: PageContext,
  fields: FormFields,
): ReturnRedirect | undefined {
  if (fields.text('csrf') === '' || !page.account) return undefined
  const next = nextPath(fields.text('next'), context.baseUrl())
  return next === undefined ? undefined : { next }
}
