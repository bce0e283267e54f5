import { isPrintable } from '../../lib/text/printable.ts'

/**
 * Returns true if the text is a single line that is safe to show: nothing in it breaks the line, controls a terminal or
 * changes the direction of surrounding text. Every stored text field is checked with this function or a stricter
 * pattern.
 */
export const isLine = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && isPrintable(text)

/** The most characters of a label. */
const maxLabelLength = 64

/** Returns a label that differs from those that are taken, so that people can tell the buttons of things apart. */
export function numberedName(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    const name = `${Array.from(wanted)
      .slice(0, maxLabelLength - end.length)
      .join('')
      .trimEnd()}${end}`
    if (!taken.includes(name)) return name
  }
}

/** Returns true if the text may be a name: 1 to 64 visible characters, without blanks at either end. */
export const isLabel = (text: string): boolean =>
  /^\P{C}{1,64}$/u.test(text) && isPrintable(text) && text.trim() === text
