import { type Html, html } from '../../lib/text/html.ts'
import { isoTime } from '../../lib/text/instant.ts'
import { instantIn } from '../../lib/text/intl.ts'
import type { Language } from '../text/text.ts'

/**
 * An instant, in UTC as `text` says it; time.js writes it in the reader's format and zone. `ago` has it say how long
 * ago that is, with the instant in the title.
 */
export const time = (at: number, text: string, look?: 'ago'): Html =>
  html`<time datetime="${isoTime(at)}"${look && html` data-ago`}>${text}</time>`

const instants = new Map<Language, (at: number) => string>()

/** A sentence that names the instant as `instantIn` writes it, which becomes a `time`. */
export function withTime(language: Language, at: number, sentence: string): Html {
  const write = instants.get(language) ?? instantIn(language)
  instants.set(language, write)
  const written = write(at)
  const begin = sentence.indexOf(written)
  if (begin < 0) return html`${sentence}`
  return html`${sentence.slice(0, begin)}${time(at, written)}${sentence.slice(begin + written.length)}`
}
