/** Control characters, and those that turn the direction of text: what a server sends must not lead a terminal or a reader. */
const unprintable = /(?![\t\n])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

const printable = (text: string): string => text.replaceAll('\r\n', '\n').replace(unprintable, '?')

/** Text for a terminal in one line: at the beginning of a line some services read commands. */
export const oneLine = (text: string): string => printable(text.replace(/\s+/g, ' ').trim())

/** JSON that holds the same, and may be shown on a terminal. */
export const plainJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    unprintable,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Text as it stands in XML and HTML, in attributes too. What cannot be printed becomes "?". */
export const escaped = (text: string): string =>
  printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
