import type { Context } from '../../domain/context.ts'
import { readCookie } from '../context/cookies.ts'
import { nextPath, pathWithNext } from '../context/next.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { FormFields } from '../form/form-fields.ts'
import { formPage } from '../form/form-page.ts'
import type { Redirect, ReturnRedirect } from './page.ts'

/**
 * Returns the redirect for a form for visitors that was made before this browser signed in or out in another tab: to
 * `next` if somebody is signed in now, otherwise to the form as it is now. Only `next` is used of what was sent. Undefined
 * if the form may not be one of ours, or if the browser keeps no cookies and would come back again and again.
 */
export function staleForm(
  context: Pick<Context, 'baseUrl'>,
  site: Site,
  page: PageContext,
  fields: FormFields,
): Redirect | ReturnRedirect | undefined {
  if (fields.text('csrf') === '') return undefined
  const next = nextPath(fields.text('next'), context.baseUrl())
  if (page.account && next !== undefined) return { next }
  const form = formPage(site, page.request)
  if (form === undefined || (!page.account && readCookie(context, page.request, 'guest') === undefined)) {
    return undefined
  }
  return { next: pathWithNext(form, next), flash: 'layout.formRenewed' }
}
