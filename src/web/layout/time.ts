import { type Html, html } from '../../lib/text/html.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { instantIn } from '../../lib/text/intl.ts'
import type { Language } from '../../texts/languages.ts'

/**
 * Renders a time as a `time` element. `text` is the time in UTC; time.js replaces it with the reader's format and
 * zone. With `ago` it shows how long ago that was, and has the time in its title.
 */
export const time = (at: number, text: string, variant?: 'ago'): Html =>
  html`<time datetime="${isoTime(at)}"${variant && html` data-ago`}>${text}</time>`

const instants = new Map<Language, (at: number) => string>()

/** Turns the instant in a sentence, as `instantIn` writes it, into a `time` element. */
export function withTime(language: Language, at: number, sentence: string): Html {
  const write = instants.get(language) ?? instantIn(language)
  instants.set(language, write)
  const written = write(at)
  const begin = sentence.indexOf(written)
  if (begin < 0) return html`${sentence}`
  return html`${sentence.slice(0, begin)}${time(at, written)}${sentence.slice(begin + written.length)}`
}
