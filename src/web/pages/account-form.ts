import { type Html, html } from '../../lib/text/html.ts'
import { type Form, form } from '../form/forms.ts'
import type { Page } from '../page/page.ts'
import type { Site } from '../visit/site.ts'
import type { SignedInVisit } from '../visit/visit.ts'

interface AccountForm extends Form {
  heading: string
  /** What stands before the form. */
  about?: Html
  /** What stands below its card. */
  more?: Html | false | undefined
}

/** A page of the account with one form. */
export function accountForm(
  site: Site,
  visit: SignedInVisit,
  { heading, about, more, ...shape }: AccountForm,
): Page {
  return {
    heading,
    content: html`<section class="card">
${about}
${form(site, visit, shape)}
</section>
${more}`,
  }
}
