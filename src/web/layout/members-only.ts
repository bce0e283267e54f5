import { html } from '../../lib/text/html.ts'
import type { SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { form } from '../form/forms.ts'
import type { Page } from '../page/page.ts'

/** Renders the page for somebody who is not in any of the application's groups. `action` tells the application. */
export function forMembers(
  site: Site,
  page: SignedInPageContext,
  application: string,
  action: string,
  policy: NonNullable<Page['policy']>,
  hidden: Record<string, string> = {},
): Page {
  const { members } = page.text.oauth
  return {
    status: 403,
    heading: members.heading(application),
    alert: members.advice,
    policy,
    content: html`${form(site, page, { action, submit: members.back, variant: 'quiet', hidden: { answer: 'deny', ...hidden } })}`,
  }
}
