// How a form tells why it was rejected, with what was typed into it.
import { type Html, html } from '../../lib/text/html.ts'
import { type Refusal, type RefusalSubject, Refused } from '../../model/errors/refusal.ts'
import type { Field as DescribedField, Fields } from '../../model/fields/field.ts'
import type { SignedInPageContext } from '../context/page-context.ts'
import type { Flash, Text } from '../context/text.ts'
import { type Field, field } from '../form/forms.ts'
import type { Page, Redirect } from './page.ts'

/** The error of a rejected form, and the field that is wrong. */
export interface Declined extends Pick<Page, 'status' | 'alert' | 'retryAfter'> {
  wrong?: string | undefined
}

/** The texts typed into a form, by the names of its fields, and the error if it was rejected. */
export type Typed<Name extends string> = Declined & Partial<Record<Name, string>>

/** Renders a text field with what was typed into it. */
export const typedField = <Name extends string>(
  typed: Typed<NoInfer<Name>>,
  name: Name,
  label: string,
  more: Partial<Field> = {},
): Html =>
  field({
    name,
    label,
    value: typed[name] ?? '',
    autocomplete: 'off',
    isInvalid: typed.wrong === name,
    ...more,
  })

/**
 * Returns the form's own message for a refusal. Every form has those of `admin.refused`, of rules that a text breaks and
 * of numbers of `fields` that are out of bounds. Throws the error again if there is none.
 */
export function declined(
  { request, text }: SignedInPageContext,
  error: unknown,
  words: Partial<Record<RefusalSubject, readonly [field: string, alert: string]>> = {},
  fields: Fields = {},
): Declined {
  if (!(error instanceof Refused)) throw error
  const { allowed, field: named = '', reason, rule, subject, value } = error
  const own: Partial<Record<Refusal, string>> = text.admin.refused
  const [field, alert] = words[subject] ?? [
    named,
    own[reason] ?? (rule ? text.admin.malformed[rule] : boundsWords(text, fields[named])),
  ]
  if (alert === undefined) throw error
  request.refused = error
  const isRewritten = subject === 'redirect_uri_rewritten'
  return wrongField(field, isRewritten ? html`${alert} <code>${allowed}</code>` : alert, value)
}

/** Returns the message for a number that is out of bounds, or no choice; undefined for a field of another type. */
function boundsWords({ admin }: Text, field: DescribedField<unknown> | undefined): string | undefined {
  if (field?.type === 'choice') return admin.malformed.choice
  return field?.type === 'number' ? admin.malformed.number(field.min ?? 0, field.max ?? 0) : undefined
}

/**
 * Does `work` and redirects to a page that shows `done`, or the message for the refusal. Throws the error again if
 * `refusals` has no message for it.
 */
export async function flashed(
  to: string,
  work: Promise<unknown>,
  done: Flash,
  refusals: Partial<Record<RefusalSubject, Flash>>,
): Promise<Redirect> {
  try {
    await work
    return { to, flash: done }
  } catch (error) {
    const flash = error instanceof Refused ? refusals[error.subject] : undefined
    if (!flash) throw error
    return { to, flash }
  }
}

/** Returns the error for a field, with the member of a list that is wrong. */
export const wrongField = (wrong: string, alert: Html | string, member?: string): Declined => ({
  status: 422,
  wrong,
  alert: member === undefined ? alert : html`<code>${member}</code>: ${alert}`,
})
