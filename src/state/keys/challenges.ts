import { createHmac, timingSafeEqual } from 'node:crypto'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Challenge } from 'altcha-lib/v1/types'
import type { Clock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { DerivedSecrets } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The time that a browser has to answer the challenge of a passkey, counted from when its page was made. */
const passkeyTimeoutMs = 15 * minuteMs

const nonceBytes = 16
const expiryBytes = 6
const headBytes = nonceBytes + expiryBytes

/** The time for which a form with a proof of work may stay open. */
const workTimeoutMs = 30 * minuteMs

/** On average, half as many hashes are computed: half a second on a desktop computer, some seconds on an old phone. */
const maxNumber = 300_000

const saltBytes = 12

/**
 * Makes the challenges that browsers answer. A challenge contains its own expiry and a MAC, so that a page can carry one
 * without anything being stored for its visitor. The keys of the MACs are derived (HKDF, RFC 5869) from the key that
 * signs tokens, which all instances share.
 */
export class Challenges {
  readonly #keys: SigningKeys
  readonly #passkeySecrets = new DerivedSecrets('norn passkey challenge')
  readonly #workSecrets = new DerivedSecrets('norn proof of work')
  readonly #clock: Clock
  readonly #bytes: (size: number) => Buffer

  constructor(keys: SigningKeys, clock: Clock, bytes: (size: number) => Buffer) {
    this.#keys = keys
    this.#clock = clock
    this.#bytes = bytes
  }

  /** Makes a challenge for an authenticator to sign (WebAuthn, section 13.4.3). `purpose` is what the answer is for. */
  forPasskey(purpose: string): Buffer {
    const head = Buffer.alloc(headBytes)
    this.#bytes(nonceBytes).copy(head)
    head.writeUIntBE(this.#clock() + passkeyTimeoutMs, nonceBytes, expiryBytes)
    return Buffer.concat([head, this.#mac(head, purpose)])
  }

  /** Returns the time until which a challenge (base64url) is valid for this purpose, or undefined if it is not. */
  passkeyGoodUntil(challenge: string, purpose: string): number | undefined {
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
    const key = this.#passkeySecrets.of(this.#keys.current('tokens'))
    return createHmac('sha256', key).update(head).update(purpose).digest()
  }

  /**
   * Makes a challenge for a proof of work in the format of ALTCHA (version 1): find the number that, appended to the
   * salt, has this SHA-256.
   */
  forWork(): Promise<Challenge> {
    return createChallenge({
      hmacKey: this.#workKey(),
      maxNumber,
      number: this.#bytes(4).readUInt32BE() % (maxNumber + 1),
      salt: `${this.#bytes(saltBytes).toString('hex')}?expires=${Math.floor((this.#clock() + workTimeoutMs) / 1000)}`,
    })
  }

  /**
   * Returns the challenge that a solution (JSON in Base64) solves and the time until which it is valid, or undefined if
   * it is wrong or the challenge is not one of ours.
   */
  async solvedWork(solution: string): Promise<{ challenge: string; goodUntil: number } | undefined> {
    const payload = readSolution(solution)
    if (!payload || !(await verifySolution(payload, this.#workKey(), false))) return undefined
    const goodUntil = Number(extractParams(payload)['expires']) * 1000
    return goodUntil > this.#clock() ? { challenge: payload.challenge, goodUntil } : undefined
  }

  #workKey(): string {
    return this.#workSecrets.of(this.#keys.current('tokens')).export().toString('hex')
  }
}

function readSolution(text: string) {
  try {
    const { challenge, number, salt, signature } = JSON.parse(Buffer.from(text, 'base64').toString())
    const isOne = [challenge, salt, signature].every((each) => typeof each === 'string' && each.length <= 128)
    if (!isOne || !Number.isSafeInteger(number)) return undefined
    return { algorithm: 'SHA-256' as const, challenge, number, salt, signature }
  } catch {
    return undefined
  }
}
