import { isPrintable } from '../lib/text/printable.ts'

/**
 * A line that people write, for people to read: nothing in it ends the line, steers a terminal or turns the direction
 * of what stands around it. Every field of text that is kept is checked with this, or with a narrower pattern.
 */
export const isLine = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && isPrintable(text)

/** Whether a text may be a name: 1 to 64 characters, none of them invisible, no blanks at either end. */
export const isLabel = (text: string): boolean =>
  /^\P{C}{1,64}$/u.test(text) && isPrintable(text) && text.trim() === text
