import { Gate } from '../gate.ts'
import { type Argon2Costs, hashArgon2, isArgon2, isCurrent, verifyArgon2 } from './argon2.ts'
import { verifyForeign } from './foreign.ts'
import { type HashProblem, hashProblem } from './importable.ts'

/**
 * Hashes and checks passwords, at most `maxAtOnce()` at a time: more than there are cores would only delay
 * signing and file work, which share the thread pool.
 */
export class Passwords {
  readonly #costs: Argon2Costs
  readonly #gate: Gate
  readonly #bytes: (size: number) => Buffer
  readonly #dummyHash: Promise<string>

  constructor(
    costs: Argon2Costs,
    maxAtOnce: () => number,
    maxWaiting: number,
    bytes: (size: number) => Buffer,
  ) {
    this.#costs = costs
    this.#gate = new Gate(maxAtOnce, maxWaiting)
    this.#bytes = bytes
    this.#dummyHash = hashArgon2(bytes(16).toString('hex'), costs, bytes(16))
  }

  /** Throws GateFull where more are waiting than can be hashed in time. */
  hash(password: string): Promise<string> {
    return this.#gate.run(() => hashArgon2(password, this.#costs, this.#bytes(16)))
  }

  /**
   * Without a stored hash a dummy hash is verified, so that the time taken does not tell whether the account
   * exists. Throws GateFull.
   */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    const dummyHash = await this.#dummyHash
    return this.#gate.run(async () => {
      if (stored === undefined) {
        await verifyArgon2(dummyHash, password)
        return false
      }
      return isArgon2(stored) ? verifyArgon2(stored, password) : verifyForeign(stored, password)
    })
  }

  /** A hash of another algorithm, or of other costs than those of new ones. */
  isOutdated(stored: string): boolean {
    return !isCurrent(stored, this.#costs)
  }

  /** Why a hash that others have made is not to be stored; undefined where it may be. */
  importProblem(stored: string): HashProblem | undefined {
    const problem = hashProblem(stored)
    // What is not too costly for new ones is not for old ones.
    return problem === 'costly' && isCurrent(stored, this.#costs) ? undefined : problem
  }
}
