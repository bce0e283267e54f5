import { type Html, html } from '../../lib/text/html.ts'
import { type Form, form } from '../form/forms.ts'
import type { Page } from '../page/page.ts'
import type { Site } from '../visit/site.ts'
import type { SignedInVisit } from '../visit/visit.ts'

interface AccountForm extends Form {
  heading: string
  /** The text above the form. */
  about?: Html
  /** The content below the form's card. */
  more?: Html | false | undefined
}

/** Returns an account page with one form. */
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
