import { isArgon2 } from './argon2.ts'
import { decodeBase64, decodeKey, isForeign, ldapDigest } from './foreign.ts'
import { isCostlyPhpass } from './phpass.ts'

// Limits for the costs of imported hashes: seconds of one core, and 256 MiB. A sign-in with such a hash occupies a
// place in the queue for that long.

const mebibyte = 1024 * 1024
export const maxMemoryBytes = 256 * mebibyte
/** The limit for argon2: memory times passes. */
const maxArgon2Bytes = 2048 * mebibyte
/** The limit for scrypt: memory times lanes. */
const maxScryptBytes = 512 * mebibyte
/** The limit for PBKDF2: iterations times blocks of the key. */
const maxPbkdf2Rounds = 3_000_000

/** The length of a key, in bytes. Shorter ones could be matched by chance, and longer ones cost more. */
const keyBytes = { min: 16, max: 128 }

export type HashProblem = 'unknown' | 'costly'

/**
 * Returns why a hash can't be imported, or undefined if it is complete, of a known kind and of bounded cost. Derives no
 * key.
 */
export function hashProblem(stored: string): HashProblem | undefined {
  if (isArgon2(stored)) return argon2Problem(stored)
  if (/^(?:\$WBB4)?\$2[abxy]\$(1[6-9]|2\d|3[01])\$/.test(stored)) return 'costly'
  if (!isForeign(stored)) return 'unknown'
  if (isCostlyPhpass(stored)) return 'costly'
  const [, bcrypt] = /^(?:\$WBB4)?\$2[abxy]\$\d\d\$(.*)$/.exec(stored) ?? []
  // The last characters of salt and key have unused bits, which must be 0.
  if (bcrypt !== undefined) return /^.{21}[.Oeu].{31}$/.test(bcrypt) ? undefined : 'unknown'
  const [, ln, r, p, , scryptKey] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]*)\$([^$]*)$/.exec(stored) ?? []
  if (scryptKey !== undefined) return scryptProblem(Number(ln), Number(r), Number(p), scryptKey)
  const [, dollar, algorithm = dollar === '$' ? 'sha1' : 'sha256', iterations, pbkdf2Key] =
    /^(\$?)pbkdf2(?:[-_](\w+))?\$(?:i=)?(\d+)(?:,l=\d+)?\$[^$]*\$([^$]*)$/.exec(stored) ?? []
  if (pbkdf2Key !== undefined) return pbkdf2Problem(algorithm, Number(iterations), pbkdf2Key)
  const [, scheme, digest] = /^\{(\w+)\}(.*)$/.exec(stored) ?? []
  if (scheme !== undefined && digest !== undefined) return ldapProblem(scheme, digest)
  return undefined
}

function argon2Problem(stored: string): HashProblem | undefined {
  const costs = /m=(\d+),t=(\d+),p=(\d+)/.exec(stored)
  const [memory, passes, lanes] = [costs?.[1], costs?.[2], costs?.[3]].map(Number)
  if (!memory || !passes || !lanes || memory < 8 * lanes) return 'unknown'
  const bytes = memory * 1024
  if (bytes > maxMemoryBytes || bytes * passes > maxArgon2Bytes) return 'costly'
  return stored.split('$').slice(-2).every(isCanonical) ? undefined : 'unknown'
}

/**
 * Returns true if the text is Base64 as the argon2 library reads it: without padding, and with 0 for the unused bits of
 * the last character.
 */
const isCanonical = (text: string): boolean =>
  Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text

function scryptProblem(ln: number, r: number, p: number, key: string): HashProblem | undefined {
  // RFC 7914, section 2.
  if (ln < 1 || r < 1 || p < 1 || ln >= 16 * r || !isKey(key)) return 'unknown'
  const bytes = 128 * 2 ** ln * r
  return bytes > maxMemoryBytes || bytes * p > maxScryptBytes ? 'costly' : undefined
}

function pbkdf2Problem(algorithm: string, iterations: number, key: string): HashProblem | undefined {
  const blockBytes = digestBytes[algorithm]
  if (blockBytes === undefined || iterations < 1 || !isKey(key)) return 'unknown'
  const blocks = Math.ceil(decodeKey(key).length / blockBytes)
  return iterations * blocks > maxPbkdf2Rounds ? 'costly' : undefined
}

const digestBytes: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 }

function ldapProblem(scheme: string, digest: string): HashProblem | undefined {
  const { length, isSalted } = ldapDigest(scheme)
  const bytes = decodeBase64(digest).length
  return isSalted ? (bytes < length ? 'unknown' : undefined) : bytes === length ? undefined : 'unknown'
}

function isKey(text: string): boolean {
  // Half a byte is missing. Read as Base64, such a key would never match.
  if (text.length % 2 === 1 && /^[0-9a-f]+$/i.test(text)) return false
  const { length } = decodeKey(text)
  return length >= keyBytes.min && length <= keyBytes.max
}
