import { hash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hash as makeBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt'
import { isDigest, verifyDigest, verifyDoubleDigest } from './digests.ts'
import { isPhpass, verifyPhpass } from './phpass.ts'

// Hashes that other account servers store. They are verified, but never made: the first sign-in that proves the
// password replaces them with argon2id.

const derivePbkdf2 = promisify(pbkdf2)
const deriveScrypt = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

interface ForeignKind {
  pattern: RegExp
  verify(match: RegExpExecArray, password: string): Promise<boolean>
}

/** Decodes Base64 with or without padding, in the standard, URL-safe or passlib alphabet. */
export const decodeBase64 = (text: string): Buffer =>
  Buffer.from(text.replaceAll('.', '+').replaceAll('_', '/').replaceAll('-', '+'), 'base64')

/**
 * Decodes the output of PBKDF2, which is hexadecimal (AuthMe) or Base64. No such key in Base64 consists of hexadecimal
 * digits only.
 */
export const decodeKey = (text: string): Buffer =>
  /^(?:[0-9a-f]{2}){16,}$/i.test(text) ? Buffer.from(text, 'hex') : decodeBase64(text)

const equal = (a: Buffer, b: Buffer): boolean =>
  a.length === b.length && a.length > 0 && timingSafeEqual(a, b)

const part = (match: RegExpExecArray, index: number): string => match[index] ?? ''

async function checkPbkdf2(
  algorithm: string,
  iterations: string,
  salt: Buffer,
  key: Buffer,
  password: string,
) {
  return equal(await derivePbkdf2(password, salt, Number(iterations), key.length || 32, algorithm), key)
}

async function checkScrypt(
  costs: { N: number; r: number; p: number },
  salt: Buffer,
  key: Buffer,
  password: string,
) {
  // The memory that OpenSSL counts, plus a reserve.
  const maxmem = 128 * costs.r * (costs.N + costs.p + 2) + 4096
  return equal(await deriveScrypt(password, salt, key.length || 32, { ...costs, maxmem }), key)
}

/** Parses the name of an LDAP scheme. `length` is in bytes. */
export function ldapDigest(scheme: string): { algorithm: string; length: number; isSalted: boolean } {
  const [, salted, family, bits] = /^(S?)(MD5|SHA)(256|512)?$/.exec(scheme) ?? []
  const isSalted = salted === 'S'
  if (family === 'MD5') return { algorithm: 'md5', length: 16, isSalted }
  if (bits === undefined) return { algorithm: 'sha1', length: 20, isSalted }
  return { algorithm: `sha${bits}`, length: Number(bits) / 8, isSalted }
}

/** Only so many bytes are digested as the text has characters, although some of them have two or three bytes. */
function crazyCrypt(password: string, name: string): Buffer {
  const text = `ÜÄaeut//&/=I ${password}7421€547${name}__+IÄIH§%NK ${password}`
  return hash('sha512', Buffer.from(text).subarray(0, text.length), 'buffer')
}

const bcryptDigits = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Returns the bcrypt hash of a text with the costs, the salt and the prefix of another one. */
async function bcryptLike(stored: string, text: string): Promise<string> {
  const salt = stored
    .slice(7, 29)
    .replaceAll(/./g, (digit) => base64Digits.charAt(bcryptDigits.indexOf(digit)))
  const made = await makeBcrypt(text, Number(stored.slice(4, 6)), Buffer.from(salt, 'base64'))
  return stored.slice(0, 4) + made.slice(4)
}

/** The kinds that can be verified. importable.ts is stricter about which hashes may be imported. */
const kinds: readonly ForeignKind[] = [
  {
    // bcrypt: Ely, Blessing Skin, Laravel, PHP's password_hash.
    pattern: /^\$2[abxy]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/,
    verify: (match, password) => verifyBcrypt(password, match[0]),
  },
  {
    // scrypt in PHC form: $scrypt$ln=15,r=8,p=1$salt$hash
    pattern: /^\$scrypt\$ln=(\d|1\d),r=(\d|[12]\d),p=(\d|1\d)\$([\w+/.-]+=*)\$([\w+/.-]+=*)$/,
    verify: (match, password) =>
      checkScrypt(
        { N: 2 ** Number(part(match, 1)), r: Number(part(match, 2)), p: Number(part(match, 3)) },
        decodeBase64(part(match, 4)),
        decodeBase64(part(match, 5)),
        password,
      ),
  },
  {
    // passlib: $pbkdf2-sha256$29000$salt$hash; bare $pbkdf2$ is SHA-1
    pattern:
      /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,7})(?:,l=\d+)?\$([\w+/.-]+=*)\$([\w+/.-]+=*)$/,
    verify: (match, password) =>
      checkPbkdf2(
        match[1] ?? 'sha1',
        part(match, 2),
        decodeBase64(part(match, 3)),
        decodeBase64(part(match, 4)),
        password,
      ),
  },
  {
    // Django: pbkdf2_sha256$260000$salt$hash, the salt being text; AuthMe's PBKDF2 has the hash in hexadecimal
    pattern: /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,7})\$([^$]+)\$([\w+/]+=*)$/,
    verify: (match, password) =>
      checkPbkdf2(
        part(match, 1),
        part(match, 2),
        Buffer.from(part(match, 3)),
        decodeKey(part(match, 4)),
        password,
      ),
  },
  {
    // AuthMe's PBKDF2BASE64: pbkdf2$120000$salt$hash, with SHA-256
    pattern: /^pbkdf2\$(\d{1,7})\$([\w+/]+=*)\$([\w+/]+=*)$/,
    verify: (match, password) =>
      checkPbkdf2(
        'sha256',
        part(match, 1),
        decodeBase64(part(match, 2)),
        decodeBase64(part(match, 3)),
        password,
      ),
  },
  {
    // AuthMe: $SHA$salt$sha256(sha256(password) + salt), and the same with MD5 as $MD5vb$
    pattern: /^\$(?:SHA\$([0-9a-zA-Z]+)\$([0-9a-f]{64})|MD5vb\$([0-9a-zA-Z]+)\$([0-9a-f]{32}))$/,
    verify: async ([, salt256, sha256, salt = salt256, md5 = sha256], password) =>
      verifyDoubleDigest(md5 ?? '', salt ?? '', password),
  },
  {
    // AuthMe's CRAZYCRYPT1, which has the name in lower case in it: $CRAZYCRYPT1$name$sha512
    pattern: /^\$CRAZYCRYPT1\$([^$]{1,255})\$([0-9a-f]{128})$/i,
    verify: async ([, name = '', digest = ''], password) =>
      equal(crazyCrypt(password, name), Buffer.from(digest, 'hex')),
  },
  {
    // WoltLab Burning Board 4, which makes a bcrypt hash of a bcrypt hash with the same salt: $WBB4$2a$08$…
    // Some versions of AuthMe made it of the password itself.
    pattern: /^\$WBB4(\$2[abxy]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53})$/,
    verify: async ([, stored = ''], password) =>
      (await verifyBcrypt(await bcryptLike(stored, password), stored)) || verifyBcrypt(password, stored),
  },
  {
    // LDAP: {SSHA}, {SSHA256}, {SSHA512}, {SMD5}, Base64 of digest and salt; without the first S there is no salt
    pattern: /^\{(S?MD5|S?SHA(?:256|512)?)\}([\w+/]+=*)$/,
    verify: async (match, password) => {
      const { algorithm, length } = ldapDigest(part(match, 1))
      const stored = decodeBase64(part(match, 2))
      const salted = Buffer.concat([Buffer.from(password), stored.subarray(length)])
      return equal(hash(algorithm, salted, 'buffer'), stored.subarray(0, length))
    },
  },
]

/** Returns true if the hash is of a kind that can be verified. */
export const isForeign = (stored: string): boolean =>
  isDigest(stored) || isPhpass(stored) || kinds.some((kind) => kind.pattern.test(stored))

export async function verifyForeign(stored: string, password: string): Promise<boolean> {
  if (isDigest(stored)) return verifyDigest(stored, password)
  if (isPhpass(stored)) return verifyPhpass(stored, password)
  for (const kind of kinds) {
    const match = kind.pattern.exec(stored)
    if (match) return kind.verify(match, password)
  }
  return false
}
