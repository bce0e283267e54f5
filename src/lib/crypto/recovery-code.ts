import { createHmac } from 'node:crypto'
import { randomLetters, readLetters } from './letters.ts'

const length = 10

/** Generates a code with 50 random bits, in the form `xxxxx-xxxxx`. */
export function newRecoveryCode(bytes: (size: number) => Buffer): string {
  const code = randomLetters(bytes, length)
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** Normalises a typed code to the form that is digested. Returns undefined if the text is not a code. */
export const readRecoveryCode = (typed: string): string | undefined => readLetters(typed, length)

/**
 * Digests a code for the database, keyed with the secret of the authenticator app. A copy of the database without that
 * secret is not enough to try all 50 bits, and with that secret nobody needs a code.
 */
export const digestOfRecoveryCode = (totpSecret: string, code: string): string =>
  createHmac('sha256', totpSecret).update(`recovery code:${code}`).digest('hex')
