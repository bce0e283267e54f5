import type { Context } from '../../../domain/context.ts'
import { isOlderFactor } from '../../../domain/sign-in/second-step.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import { type Refusal, Refused } from '../../../model/refusal.ts'
import type { FormFields } from '../../form/form-fields.ts'
import type { Page } from '../../page/page.ts'
import type { SignedInVisit } from '../../visit/visit.ts'
import {
  codeOf,
  currentCodeField,
  currentCodeRefusal,
  currentPasswordField,
  currentPasswordRefusal,
  type NotProved,
} from '../current-password.ts'

/** A list is cut here: who wants more has the command line. */
export const maxListed = 200

/** A page below /admin. */
export const adminPage = (heading: string, content: Html): Page => ({ heading, isWide: true, content })

/** A table; on a phone each row is a card that names its cells. A column of buttons has no head: its heading is empty. */
export function table(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly HtmlValue[])[],
): Html {
  return html`<div class="table" role="region" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, at) => html`<td${heads[at] !== '' && html` data-head="${heads[at]}"`}>${cell}</td>`)}</tr>\n`)}
</tbody>
</table>
</div>`
}

/** What a form is declined for, and which of its fields is wrong. */
export interface Declined extends NotProved {
  wrong?: string | undefined
}

/**
 * What a sensitive form asks who has not proved lately who they are: the password, or a code for who has those. `ids`
 * tells its fields from those of another form on the page.
 */
export function provingField(visit: SignedInVisit, wrong?: string, ids = ''): Html {
  const isWrong = wrong === 'current' || wrong === 'code'
  if (visit.session.isRecentlyAuthenticated && !isWrong) return html``
  const optional = isOlderFactor(visit.account, visit.session.startedAt)
  return html`${currentPasswordField(visit, wrong === 'current', { optional, id: `${ids}current` })}
${optional && currentCodeField(visit, wrong === 'code', `${ids}code`)}`
}

/** Says that the form asks again, where it does. */
export const provingNote = ({ session, text }: SignedInVisit): Html | undefined =>
  session.isRecentlyAuthenticated ? undefined : html`<p>${text.admin.askedAgain}</p>`

/** Undefined where `provingField` is answered; what is wrong is charged as at a sign-in. */
export async function notProved(
  context: Context,
  visit: SignedInVisit,
  fields: FormFields,
): Promise<Declined | undefined> {
  const isCode = isOlderFactor(visit.account, visit.session.startedAt) && codeOf(fields) !== ''
  if (visit.session.isRecentlyAuthenticated && !isCode && fields.text('current') === '') return undefined
  const refusal = await (isCode ? currentCodeRefusal : currentPasswordRefusal)(context, visit, fields)
  return refusal && { ...refusal, wrong: refusal.status === 422 ? (isCode ? 'code' : 'current') : undefined }
}

/** What the form says itself; throws what `words` do not know. */
export function declined(
  { request }: SignedInVisit,
  error: unknown,
  words: Partial<Record<Refusal, readonly [field: string, alert: string]>>,
): Declined {
  if (!(error instanceof Refused)) throw error
  const found = words[error.reason]
  if (!found) throw error
  request.refused = error
  return { status: 422, wrong: found[0], alert: found[1] }
}

/** The same for what was never asked of the domain. */
export const wrongField = (wrong: string, alert: string): Declined => ({ status: 422, wrong, alert })
