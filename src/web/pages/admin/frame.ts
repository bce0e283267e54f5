import type { Context } from '../../../domain/context.ts'
import { isOlderFactor } from '../../../domain/sign-in/second-step.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { Field as DescribedField } from '../../../model/fields/field.ts'
import { ruleOf } from '../../../model/fields/rules.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { type Field, textArea } from '../../form/forms.ts'
import { paged } from '../../layout/folded.ts'
import type { Declined, Typed } from '../../page/declined.ts'
import type { Page } from '../../page/page.ts'
import {
  codeOf,
  currentCodeField,
  currentCodeRefusal,
  currentPasswordField,
  currentPasswordRefusal,
} from '../security/current-password.ts'
import { queryOf } from '../sign-in/sign-in.ts'
import { askingButton } from './confirming.ts'

/** Returns a page below /admin, with the error of its rejected form if there is one. */
export const adminPage = (
  heading: string,
  content: Html,
  { status, alert, retryAfter }: Declined = {},
): Page => ({ heading, isWide: true, content, status, alert, retryAfter })

/**
 * Renders a table, whose rows become cards on a phone: the first cell is the title, the others are labelled. A column of
 * buttons has no heading.
 */
export const table = (
  label: string,
  heads: readonly string[],
  rows: readonly (readonly HtmlValue[])[],
): Html => html`<div class="table" role="region" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, at) => tableCell(cell, at === 0 ? '' : heads[at]))}</tr>\n`)}
</tbody>
</table>
</div>`

/** A phone shows the head next to the cell, and nothing of an empty one. */
function tableCell(cell: HtmlValue, head = ''): Html {
  const content = html`${cell}`
  return html`<td${head !== '' && content.text !== '' && html` data-head="${head}"`}>${content}</td>`
}

/** Returns what HTML can say of a field that administrators set. A form of something new may add `optional`. */
export const boundsOf = ({ type, max, rule, isNullable }: DescribedField<unknown>): Partial<Field> => ({
  optional: isNullable === true,
  ...(type === 'number' && { inputmode: 'numeric', maxlength: String(max).length }),
  ...(rule && { maxlength: ruleOf(rule).maxLength }),
})

/** Renders a field of several lines with what was typed into it. */
export const typedLines = <Name extends string>(
  typed: Typed<NoInfer<Name>>,
  name: Name,
  label: string,
  hint: string,
): Html => textArea({ name, label, hint, value: typed[name] ?? '', isInvalid: typed.wrong === name })

/** Renders a page of a list as a table. */
export function listed<Item>(
  page: SignedInPageContext,
  label: string,
  heads: readonly string[],
  items: readonly Item[],
  rowOf: (item: Item) => readonly HtmlValue[],
  none = page.text.admin.none,
): Html {
  const { shown, pager } = paged(page.text, items, queryOf(page, 'from'))
  return html`${shown.length === 0 ? html`<p>${none}</p>` : table(label, heads, shown.map(rowOf))}
${pager}`
}

/**
 * Renders the field that a sensitive form shows to administrators who have not proved recently who they are: for a
 * code if they have a second factor, otherwise for the password. `ids` distinguishes its fields from those of
 * another form on the page.
 */
export function provingField(page: SignedInPageContext, wrong?: string, ids = ''): Html {
  const isWrong = wrong === 'current' || wrong === 'code'
  if (page.session.isRecentlyAuthenticated && !isWrong) return html``
  const optional = isOlderFactor(page.account, page.session.startedAt)
  return html`${currentPasswordField(page, wrong === 'current', { optional, id: `${ids}current` })}
${optional && currentCodeField(page, wrong === 'code', `${ids}code`)}`
}

/** Returns a note that the form asks for the password again, if it does. */
export const provingNote = ({ account, session, text }: SignedInPageContext): Html | undefined =>
  session.isRecentlyAuthenticated || !account.hasPassword ? undefined : html`<p>${text.admin.askedAgain}</p>`

/**
 * Checks the answer to `provingField` and returns undefined if it is right. A wrong one counts as a failed sign-in. Throws
 * Refused `step_up_required` if there is no password to ask for.
 */
export async function notProved(
  context: Context,
  page: SignedInPageContext,
  fields: FormFields,
): Promise<Declined | undefined> {
  const isCode = isOlderFactor(page.account, page.session.startedAt) && codeOf(fields) !== ''
  const isUnproved = !page.session.isRecentlyAuthenticated && !isCode
  // They sign in again in whichever way they have, and come back to what they typed.
  if (isUnproved && !page.account.hasPassword) throw new Refused('step_up_required', { about: page.account })
  if (page.session.isRecentlyAuthenticated && !isCode && fields.text('current') === '') return undefined
  const refusal = await (isCode ? currentCodeRefusal : currentPasswordRefusal)(context, page, fields)
  return refusal && { ...refusal, wrong: refusal.status === 422 ? (isCode ? 'code' : 'current') : undefined }
}

/** Renders a card with the button that leads to the question whether to delete what its page is about. */
export const deletionCard = (
  site: Site,
  words: { deleteAbout: string; delete: string },
  action: string,
): Html => html`<section class="card narrow">
<p>${words.deleteAbout}</p>
${askingButton(site, { action, submit: words.delete })}
</section>`
