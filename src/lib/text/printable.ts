/** Controls, line and paragraph separators, halves of surrogate pairs, and what turns the direction of writing. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Whether nothing in a text is escaped by `printable`. */
export const isPrintable = (text: string): boolean => text.search(unprintable) < 0

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Text that others wrote, fit for one line of a terminal: nothing in it moves the cursor or hides what is before it. */
export const printable = (text: string): string => text.replaceAll(unprintable, escaped)

/** The same for text of several lines. */
export const printableLines = (text: string): string =>
  text.replaceAll(unprintable, (character) => (character === '\n' ? character : escaped(character)))
