import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Challenge } from 'altcha-lib/v1/types'
import type { Clock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { DerivedSecrets } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** How long a form may stay open. */
const timeoutMs = 30 * minuteMs

/** Half as many hashes are computed on average: half a second at a desk, some seconds on an old phone. */
const maxNumber = 300_000

const saltBytes = 12

/**
 * Proof of work as ALTCHA (version 1) has it: which number, behind the salt, gives this SHA-256? A challenge says
 * itself until when it is good, and is signed: a page can bear one without anything being stored. The key is derived
 * (HKDF, RFC 5869) from the one that signs tokens, which every instance has.
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

  /** What a solution (base64 of JSON) has solved, and until when it is good; undefined where it is none of ours. */
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
