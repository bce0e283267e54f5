import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30
const make = (secret: Secret) => new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: stepSeconds })

/** Generates a key of 160 bits in Base32 (RFC 4226, section 4, R6). */
export function newTotpSecret(bytes: (size: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(bytes(20)).buffer }).base32
}

/**
 * Returns the `otpauth://totp/…` URI that authenticator apps read. It omits the defaults (SHA-1, six digits, 30 s), so
 * that its QR code has a third fewer modules and is easier to scan.
 */
export function totpUri(secret: string, label: string, issuer: string): string {
  const [by, who] = [issuer, label].map((text) => encodeURIComponent(withoutColons(text)))
  return `otpauth://totp/${by}:${who}?issuer=${by}&secret=${secret}`
}

/** Apps split the label at its first colon, encoded or not, and some refuse one with two. */
const withoutColons = (text: string): string => text.toWellFormed().replaceAll(/\s*:+/g, '').trim()

/**
 * Returns the time step (RFC 6238) that the code belongs to, allowing one step of drift in either direction, or
 * undefined. The caller must remember the step, because a code may be used only once (section 5.2).
 */
export function matchTotp(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const drift = make(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window: 1 })
  return drift === null ? undefined : Math.floor(now / 1000 / stepSeconds) + drift
}

/** Returns true if the text has the form of a secret made by `newTotpSecret`. */
export const isNewTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text)

export function isTotpSecret(text: string): boolean {
  return /^[A-Z2-7]{16,}=*$/i.test(text)
}
