import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { DerivedSecrets } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The time that a browser has to answer a challenge, counted from when its page was made. */
const timeoutMs = 15 * minuteMs

const nonceBytes = 16
const expiryBytes = 6
const headBytes = nonceBytes + expiryBytes

/**
 * Makes the challenges that authenticators sign (WebAuthn, section 13.4.3). A challenge contains its own expiry and a
 * MAC, so that a page can carry one without anything being stored for its visitor. The key of the MAC is derived (HKDF,
 * RFC 5869) from the key that signs tokens, which all instances share.
 */
export class PasskeyChallenges {
  readonly #keys: SigningKeys
  readonly #secrets = new DerivedSecrets('norn passkey challenge')
  readonly #clock: Clock
  readonly #bytes: (size: number) => Buffer

  constructor(keys: SigningKeys, clock: Clock, bytes: (size: number) => Buffer) {
    this.#keys = keys
    this.#clock = clock
    this.#bytes = bytes
  }

  /** Makes a challenge. `purpose` is what its answer may be used for. */
  make(purpose: string): Buffer {
    const head = Buffer.alloc(headBytes)
    this.#bytes(nonceBytes).copy(head)
    head.writeUIntBE(this.#clock() + timeoutMs, nonceBytes, expiryBytes)
    return Buffer.concat([head, this.#mac(head, purpose)])
  }

  /** Returns the time until which a challenge (base64url) is valid for this purpose, or undefined if it is not. */
  goodUntil(challenge: string, purpose: string): number | undefined {
    const bytes = Buffer.from(challenge, 'base64url')
    const head = bytes.subarray(0, headBytes)
    const mac = bytes.subarray(headBytes)
    if (head.length !== headBytes) return undefined
    const expected = this.#mac(head, purpose)
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined
    const expiresAt = head.readUIntBE(nonceBytes, expiryBytes)
    return expiresAt > this.#clock() ? expiresAt : undefined
  }

  #mac(head: Buffer, purpose: string): Buffer {
    const key = this.#secrets.of(this.#keys.current('tokens'))
    return createHmac('sha256', key).update(head).update(purpose).digest()
  }
}
