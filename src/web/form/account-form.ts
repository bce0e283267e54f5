import { type Html, html } from '../../lib/text/html.ts'
import type { SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Page } from '../page/page.ts'
import { type Form, form } from './forms.ts'

interface AccountForm extends Form {
  heading: string
  /** The text above the form. */
  about?: Html
  /** The content below the form's card. */
  more?: Html | false | undefined
}

export function accountForm(
  site: Site,
  page: SignedInPageContext,
  { heading, about, more, ...shape }: AccountForm,
): Page {
  return {
    heading,
    content: html`<section class="card">
${about}
${form(site, page, shape)}
</section>
${more}`,
  }
}
