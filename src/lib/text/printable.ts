/** Matches control characters, line and paragraph separators, lone surrogates and changes of direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns true if `printable` would escape nothing in the text. */
export const isPrintable = (text: string): boolean => text.search(unprintable) < 0

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes text that others wrote for one line of a terminal, so that nothing in it moves the cursor or hides what
 * precedes it.
 */
export const printable = (text: string): string => text.replaceAll(unprintable, escaped)

/** Escapes text like `printable`, but keeps line breaks. */
export const printableLines = (text: string): string =>
  text.replaceAll(unprintable, (character) => (character === '\n' ? character : escaped(character)))

/**
 * Returns the first line of a text that others wrote which has something to show, of at most so many UTF-16 code units,
 * without what `printable` would escape.
 */
export function lineOf(text: string, maxLength: number): string {
  const lines = text
    .split(/[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', ' ').replaceAll(unprintable, '').trim())
  const line = lines.find((each) => each !== '') ?? ''
  // Not half of a pair.
  return line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}
