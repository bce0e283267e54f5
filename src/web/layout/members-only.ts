import { html } from '../../lib/text/html.ts'
import { form } from '../form/forms.ts'
import type { Page } from '../page/page.ts'
import type { Site } from '../visit/site.ts'
import type { SignedInVisit } from '../visit/visit.ts'

/**
 * Renders the page for somebody who is not in any of the application's groups. The button tells the application, at
 * `action`.
 */
export function forMembers(
  site: Site,
  visit: SignedInVisit,
  application: string,
  action: string,
  policy: NonNullable<Page['policy']>,
  hidden: Record<string, string> = {},
): Page {
  const { members } = visit.text.oauth
  return {
    status: 403,
    heading: members.heading(application),
    alert: members.advice,
    policy,
    content: html`${form(site, visit, { action, submit: members.back, variant: 'quiet', hidden: { answer: 'deny', ...hidden } })}`,
  }
}
