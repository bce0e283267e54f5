import { createHmac } from 'node:crypto'
import { typedCode } from '../text/typed-code.ts'

/** Crockford's Base32, in which no letter can be mistaken for a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 10

/** Generates a code with 50 random bits, in the form `xxxxx-xxxxx`. */
export function newRecoveryCode(bytes: (size: number) => Buffer): string {
  const code = [...bytes(length)].map((byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** Normalises a typed code to the form that is digested. Returns undefined if the text is not a code. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typedCode(typed).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? code : undefined
}

/**
 * Digests a code for the database, keyed with the secret of the authenticator app. A copy of the database without that
 * secret is not enough to try all 50 bits, and with that secret nobody needs a code.
 */
export const digestOfRecoveryCode = (totpSecret: string, code: string): string =>
  createHmac('sha256', totpSecret).update(`recovery code:${code}`).digest('hex')
