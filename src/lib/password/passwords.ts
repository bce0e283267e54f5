import { Gate } from '../gate.ts'
import { type Argon2Costs, hashArgon2, isArgon2, isCurrent, verifyArgon2 } from './argon2.ts'
import { isForeign, verifyForeign } from './foreign.ts'

/**
 * Hashes and checks passwords, at most `atOnce` at a time: more than there are cores would only push
 * signing and file work, which share the thread pool, out of the way.
 */
export class Passwords {
  readonly #costs: Argon2Costs
  readonly #gate: Gate
  readonly #bytes: (size: number) => Buffer
  readonly #nobody: Promise<string>

  constructor(costs: Argon2Costs, atOnce: () => number, waiting: number, bytes: (size: number) => Buffer) {
    this.#costs = costs
    this.#gate = new Gate(atOnce, waiting)
    this.#bytes = bytes
    this.#nobody = hashArgon2(bytes(16).toString('hex'), costs, bytes(16))
  }

  /** Throws GateFull under more load than can be worked off in time. */
  hash(password: string): Promise<string> {
    return this.#gate.run(() => hashArgon2(password, this.#costs, this.#bytes(16)))
  }

  /**
   * Without a stored hash the work is done all the same, against the hash of nobody, so that the time
   * taken does not tell whether the account exists. Throws GateFull.
   */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    const nobody = await this.#nobody
    return this.#gate.run(async () => {
      if (stored === undefined) {
        await verifyArgon2(nobody, password)
        return false
      }
      return isArgon2(stored) ? verifyArgon2(stored, password) : verifyForeign(stored, password)
    })
  }

  /** A hash of another make, or of other costs than today's. */
  isOutdated(stored: string): boolean {
    return !isCurrent(stored, this.#costs)
  }

  /** Whether a stored hash is of a kind that can be checked at all. */
  static isKnown(stored: string): boolean {
    return isArgon2(stored) || isForeign(stored)
  }
}
