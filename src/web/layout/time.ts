import { type Html, html } from '../../lib/text/html.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { dayIn, instantIn, shortInstantIn } from '../../lib/text/intl.ts'
import type { Language } from '../../texts/languages.ts'

/**
 * Renders a time as a `time` element. `text` is the time in UTC; time.js replaces it with the reader's format and
 * zone. With `ago` it shows how long ago that was, and has the time in its title; with `day`, the date alone; with
 * `long`, the name of the month in full.
 */
export const time = (at: number, text: string, variant?: 'ago' | 'day' | 'long'): Html =>
  html`<time datetime="${isoTime(at)}"${variant === 'ago' && html` data-ago`}${variant === 'day' && html` data-day`}${variant === 'long' && html` data-long`}>${text}</time>`

/** The ways in which sentences write a time, the longest first: a date alone may be the beginning of an instant. */
const writersOf = (language: Language) =>
  [
    { write: instantIn(language), variant: 'long' },
    { write: shortInstantIn(language), variant: undefined },
    { write: dayIn(language), variant: 'day' },
  ] as const

const writers = new Map<Language, ReturnType<typeof writersOf>>()

/**
 * Turns the times in a sentence, as texts write them, into `time` elements. Times that the sentence does not have are
 * ignored.
 */
export function withTime(
  language: Language,
  times: number | readonly (number | undefined)[],
  sentence: string,
): Html {
  const known = writers.get(language) ?? writersOf(language)
  writers.set(language, known)
  for (const at of typeof times === 'number' ? [times] : times) {
    if (at === undefined) continue
    for (const { write, variant } of known) {
      const written = write(at)
      const begin = sentence.indexOf(written)
      if (begin < 0) continue
      const rest = (part: string) => withTime(language, times, part)
      return html`${rest(sentence.slice(0, begin))}${time(at, written, variant)}${rest(sentence.slice(begin + written.length))}`
    }
  }
  return html`${sentence}`
}
