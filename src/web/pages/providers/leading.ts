// The page that leads from a form to a provider.
import { html } from '../../../lib/text/html.ts'
import type { Provider } from '../../../model/community/provider.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Page } from '../../page/page.ts'

/** Leads to an address of the provider at once. `here` is the page of the form. */
export function leading(
  { reply, text }: SignedInPageContext,
  away: string,
  { title }: Pick<Provider, 'title'>,
  here: string,
): Page {
  // A redirect would be checked against the `form-action` of the page, and so would those of the provider.
  reply.header('refresh', `0; url=${away}`)
  const heading = text.linked.identity.leading(title)
  return { heading, here, content: html`<p class="lead"><a href="${away}">${heading}</a></p>` }
}
