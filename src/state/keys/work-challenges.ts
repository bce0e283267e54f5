import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Challenge } from 'altcha-lib/v1/types'
import type { Clock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { DerivedSecrets } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The time for which a form may stay open. */
const timeoutMs = 30 * minuteMs

/** On average, half as many hashes are computed: half a second on a desktop computer, some seconds on an old phone. */
const maxNumber = 300_000

const saltBytes = 12

/**
 * Makes challenges for a proof of work in the format of ALTCHA (version 1): find the number that, appended to the salt,
 * has this SHA-256. A challenge contains its own expiry and is signed, so that a page can carry one without anything
 * being stored. The key is derived (HKDF, RFC 5869) from the key that signs tokens, which all instances share.
 */
export class WorkChallenges {
  readonly #keys: SigningKeys
  readonly #secrets = new DerivedSecrets('norn proof of work')
  readonly #clock: Clock
  readonly #bytes: (size: number) => Buffer

  constructor(keys: SigningKeys, clock: Clock, bytes: (size: number) => Buffer) {
    this.#keys = keys
    this.#clock = clock
    this.#bytes = bytes
  }

  make(): Promise<Challenge> {
    return createChallenge({
      hmacKey: this.#key(),
      maxNumber,
      number: this.#bytes(4).readUInt32BE() % (maxNumber + 1),
      salt: `${this.#bytes(saltBytes).toString('hex')}?expires=${Math.floor((this.#clock() + timeoutMs) / 1000)}`,
    })
  }

  /**
   * Returns the challenge that a solution (JSON in Base64) solves and the time until which it is valid, or undefined if
   * it is wrong or the challenge is not one of ours.
   */
  async solved(solution: string): Promise<{ challenge: string; goodUntil: number } | undefined> {
    const payload = readSolution(solution)
    if (!payload || !(await verifySolution(payload, this.#key(), false))) return undefined
    const goodUntil = Number(extractParams(payload)['expires']) * 1000
    return goodUntil > this.#clock() ? { challenge: payload.challenge, goodUntil } : undefined
  }

  #key(): string {
    return this.#secrets.of(this.#keys.current('tokens')).export().toString('hex')
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
