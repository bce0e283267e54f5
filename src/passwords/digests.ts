import { createHmac, hash, timingSafeEqual } from 'node:crypto'

// Hexadecimal hashes made of a few digests. Their form shows neither the program that made them nor the order of
// password and salt, so every order that a known program uses is tried. That takes microseconds, and once a password is
// proved it is stored as argon2id.

const algorithms: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' }

/** Matches the digest alone, or `digest:salt` as hashcat and Joomla write it. */
const pattern = /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})(?::([^\0]{1,255}))?$/is

export const isDigest = (stored: string): boolean => pattern.test(stored)

/** Returns true for a digest without a salt, whose length alone shows how it may have been made. */
export const isBareDigest = (stored: string): boolean => isDigest(stored) && !stored.includes(':')

/**
 * Appends a salt to a plain digest. Returns undefined if the hash is not a plain digest, and so contains its own salt.
 */
export function withSalt(stored: string, salt: string): string | undefined {
  const salted = `${stored}:${salt}`
  return isDigest(stored) && !stored.includes(':') && isDigest(salted) ? salted : undefined
}

/** Returns a digest of a text in lower-case hex. */
type Digest = (text: string) => string

const md5: Digest = (text) => hash('md5', text, 'hex')
const sha1: Digest = (text) => hash('sha1', text, 'hex')

/** Yields every digest that a known program makes of a password without a salt. */
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

/** Yields every digest that a known program makes of a password and a salt. */
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
 * Returns true if the text could be the inner digest of a program that digests a password more than once. Without this
 * check, it would be accepted as the password of a program that digests once. CMW has a SHA-1 inside its MD5.
 */
function isInnerDigest(password: string, length: number): boolean {
  const isOfLength = password.length === length || (length === 32 && password.length === 40)
  return isOfLength && /^[0-9a-f]+$/.test(password)
}

/** Verifies the digest of a password's digest followed by a salt. The length tells the algorithm. */
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
