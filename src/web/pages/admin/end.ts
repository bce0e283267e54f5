import { parseEnd } from '../../../config/end.ts'
import type { Html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import { type Typed, typedField } from './frame.ts'

export const endField = ({ text }: SignedInPageContext, typed: Typed<'until'>): Html =>
  typedField(typed, 'until', text.admin.until, { hint: text.admin.untilHint, optional: true })

/**
 * Returns the end that was typed, in epoch milliseconds: null if the field is empty, undefined if it is neither a
 * future time nor a duration.
 */
export function readEnd(typed: string, now: number): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  // Date and time pickers write no zone; our pages show times in UTC.
  return parseEnd(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}Z` : text, now)
}
