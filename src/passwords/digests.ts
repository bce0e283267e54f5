import { createHmac, hash, timingSafeEqual } from 'node:crypto'

// Hashes of a few digests, in hexadecimal. Their form tells neither the program that made them nor the order of
// password and salt, so every order that a known program uses is tried: that takes microseconds, and what is proved
// once is stored as argon2id from then on.

const algorithms: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' }

/** The digest alone, or as hashcat and Joomla write it with a salt: `digest:salt`. */
const pattern = /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})(?::([^\0]{1,255}))?$/is

export const isDigest = (stored: string): boolean => pattern.test(stored)

/** Undefined where the hash is no digest alone, and has its salt in itself. */
export function withSalt(stored: string, salt: string): string | undefined {
  const salted = `${stored}:${salt}`
  return isDigest(stored) && !stored.includes(':') && isDigest(salted) ? salted : undefined
}

/** Of a text, in lower-case hex. */
type Digest = (text: string) => string

const md5: Digest = (text) => hash('md5', text, 'hex')
const sha1: Digest = (text) => hash('sha1', text, 'hex')

/** Every way in which a known program makes a digest of a password alone. */
function* unsalted(h: Digest, password: string, length: number): Generator<string> {
  const once = h(password)
  yield once
  // AuthMe: DOUBLEMD5.
  yield h(once)
  // AuthMe: CMW.
  if (length === 32) yield md5(sha1(password))
  // RoyalAuth.
  if (length === 128) yield Array.from({ length: 24 }).reduce<string>((digest) => h(digest), once)
}

/** Every way in which a known program makes a digest of a password and a salt. */
function* salted(h: Digest, password: string, salt: string, length: number): Generator<string> {
  const inner = h(password)
  // Joomla; AuthMe: SALTEDSHA256, SALTEDSHA512.
  yield h(password + salt)
  // Django's plain hashers; SMF, whose salt is the name in lower case.
  yield h(salt + password)
  // Blessing Skin: SALTED2MD5, SALTED2SHA256, SALTED2SHA512; AuthMe: SALTED2MD5, DOUBLE_SHA512; vBulletin, XenForo 1.
  yield h(inner + salt)
  // Redmine.
  yield h(salt + inner)
  // MyBB, Invision Power Board 3.
  yield h(h(salt) + inner)
  // WoltLab Burning Board 3, OpenCart.
  yield h(salt + h(salt + inner))
  // PHP-Fusion.
  if (length === 64) yield createHmac('sha256', sha1(salt)).update(password).digest('hex')
}

/**
 * Programs digest a password more than once, and their inner digest would pass for the password of a program that
 * digests it once. CMW has a SHA-1 inside its MD5.
 */
function isInnerDigest(password: string, length: number): boolean {
  const isOfLength = password.length === length || (length === 32 && password.length === 40)
  return isOfLength && /^[0-9a-f]+$/.test(password)
}

/** The digest of the digest of a password, followed by a salt. Its length tells the algorithm. */
export function verifyDoubleDigest(digest: string, salt: string, password: string): boolean {
  const h: Digest = (text) => hash(algorithms[digest.length] ?? 'md5', text, 'hex')
  return timingSafeEqual(Buffer.from(h(h(password) + salt), 'hex'), Buffer.from(digest, 'hex'))
}

export function verifyDigest(stored: string, password: string): boolean {
  const [, digest = '', salt] = pattern.exec(stored) ?? []
  const { length } = digest
  if (isInnerDigest(password, length)) return false
  const h: Digest = (text) => hash(algorithms[length] ?? 'md5', text, 'hex')
  const expected = Buffer.from(digest, 'hex')
  const made = salt === undefined ? unsalted(h, password, length) : salted(h, password, salt, length)
  return [...made].some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected))
}
