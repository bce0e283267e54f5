import { parseEnd } from '../../../config/end.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { radios } from '../../form/forms.ts'
import { type Declined, type Typed, typedField, wrongField } from '../../page/declined.ts'

/** The durations that buttons offer; the empty one is indefinite. */
const durations = ['', '1d', '7d', '30d'] as const

/** An end as a form has it: one of `durations`, or a text with the first of them. */
export type TypedEnd = Typed<'duration' | 'until'>

/** Renders the choice of a duration and a field for any other end. */
export function endFields({ text }: SignedInPageContext, typed: TypedEnd): Html {
  const { account: words, until, untilHint } = text.admin
  return html`${radios({
    name: 'duration',
    legend: words.howLong,
    value: typed.duration ?? '',
    options: durations.map((value) => ({ value, label: words.durations[value] })),
  })}
${typedField(typed, 'until', until, { hint: untilHint, optional: true })}`
}

export const typedEnd = (fields: FormFields): { duration: string; until: string } => ({
  ...fields.trimmed('duration', 'until'),
})

/** An end in epoch milliseconds, null if there is none; or the error of a form without one. */
type ReadEnd = { end: number | null; problem?: undefined } | { end?: undefined; problem: Declined }

/** Reads the end of a form. A duration and another end are refused, since one of them would be ignored. */
export function readEndFields(
  { text }: SignedInPageContext,
  { duration = '', until = '' }: TypedEnd,
  now: number,
): ReadEnd {
  const { endTwice, untilWrong } = text.admin
  const end = readEnd(until || duration, now)
  if (end === undefined) return { problem: wrongField('until', untilWrong) }
  const isTwice = until !== '' && duration !== '' && readEnd(duration, now) !== end
  return isTwice ? { problem: wrongField('until', endTwice) } : { end }
}

/** Returns the end in epoch milliseconds: null if there is none, undefined if it is not a future time or duration. */
export function readEnd(typed: string, now: number): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  // Date and time pickers write no zone; our pages show times in UTC.
  return parseEnd(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}Z` : text, now)
}
