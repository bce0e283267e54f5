import { html } from '../../lib/html.ts'
import type { Page } from '../page.ts'
import type { Visit } from '../visit.ts'

/** After a link was asked for: the same whether or not the e-mail is known. */
export function checkYourMail({ text }: Visit): Page {
  const { heading, explanation, nothing } = text.register.sent
  return { heading, content: html`<p class="lead">${explanation}</p><p>${nothing}</p>` }
}
