import { typedCode } from '../text/typed-code.ts'

/** Crockford's Base32, in which no letter can be mistaken for a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns letters with five random bits each. */
export const randomLetters = (bytes: (size: number) => Buffer, length: number): string =>
  [...bytes(length)].map((byte) => letters[byte % letters.length]).join('')

/** Normalises what was typed. Returns undefined if the text is not so many letters. */
export function readLetters(typed: string, length: number): string | undefined {
  const read = typedCode(typed).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return read.length === length && /^[0-9a-hjkmnp-tv-z]+$/.test(read) ? read : undefined
}
