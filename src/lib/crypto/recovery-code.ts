import { createHmac } from 'node:crypto'

/** Crockford's Base32: no letter in it is taken for a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 10

/** A code of 50 random bits, as `xxxxx-xxxxx`. */
export function newRecoveryCode(bytes: (size: number) => Buffer): string {
  const code = [...bytes(length)].map((byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** The code as it is digested, however it was typed; undefined for what is none. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? code : undefined
}

/**
 * How the store finds a code. Keyed with the secret of the authenticator app: who has a copy of the store without it
 * cannot try all 50 bits, and who has it needs no code.
 */
export const digestOfRecoveryCode = (totpSecret: string, code: string): string =>
  createHmac('sha256', totpSecret).update(`recovery code:${code}`).digest('hex')
