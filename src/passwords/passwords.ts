import { type Clock, monotonicClock } from '../lib/measure/clock.ts'
import { Durations } from '../lib/measure/durations.ts'
import { type Asker, FairGate, type LineLimits, ownWork } from '../lib/queue/fair-gate.ts'
import { type Argon2Costs, hashArgon2, isArgon2, isCurrent, verifyArgon2 } from './argon2.ts'
import { verifyForeign } from './foreign.ts'
import { type HashProblem, hashProblem } from './importable.ts'

/** Nothing can end a hash that is being computed: whoever waits for one of others' costs waits no longer than this. */
const verifyTimeoutMs = 10_000

/** A thread of the pool is lost to such a hash until it is done, so it is not begun again for a while. */
const tooSlowForMs = 600_000

/** A failure within this time holds nobody up, and the next in line may have better luck. */
const outageMs = 1000

/** Stored in place of a hash where there is no password yet: nothing proves such an account. */
export const noPassword = '!'

/** In seconds. */
const waitBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** A stored hash that could not be checked: it is damaged, or its costs are out of all proportion. */
export class HashUnusable extends Error {
  override name = 'HashUnusable'
}

interface PasswordsOptions {
  timeoutMs?: number
  monotonic?: Clock
  /** Tells the errors by which everybody in line would fail, too. */
  isOutage?: (error: unknown) => boolean
}

/**
 * Hashes and checks passwords, at most `maxAtOnce()` at a time: more than there are cores would only delay
 * signing and file work, which share the thread pool. Askers take turns.
 */
export class Passwords {
  readonly #costs: Argon2Costs
  readonly #gate: FairGate
  readonly #bytes: (size: number) => Buffer
  readonly #dummyHash: Promise<string>
  readonly #timeoutMs: number
  readonly #isOutage: (error: unknown) => boolean
  readonly #tooSlow = new Set<string>()
  readonly #monotonic: Clock
  /** How long each has waited for its turn, of those whose turn came. */
  readonly waits = new Durations(waitBounds)

  constructor(
    costs: Argon2Costs,
    maxAtOnce: () => number,
    waiting: LineLimits,
    bytes: (size: number) => Buffer,
    {
      timeoutMs = verifyTimeoutMs,
      monotonic = monotonicClock,
      isOutage = () => false,
    }: PasswordsOptions = {},
  ) {
    this.#costs = costs
    this.#gate = new FairGate(maxAtOnce, waiting)
    this.#bytes = bytes
    this.#timeoutMs = timeoutMs
    this.#isOutage = isOutage
    this.#monotonic = monotonic
    this.#dummyHash = hashArgon2(bytes(16).toString('hex'), costs, bytes(16))
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#gate.waiting
  }

  /** Throws GateFull where more are waiting than can be hashed in time. */
  hash(password: string, asker: Asker = ownWork): Promise<string> {
    return this.#inTurn(asker, () => hashArgon2(password, this.#costs, this.#bytes(16)))
  }

  /**
   * Without a stored hash, with `noPassword`, and after a wrong guess at a hash of other costs, a dummy hash is
   * verified, so that the time taken does not tell whether the account exists. Throws GateFull, and HashUnusable
   * where the stored hash can't be checked. What `atTurn` throws when the turn has come is thrown, and no hash computed.
   */
  async verify(
    hash: string | undefined,
    password: string,
    asker: Asker = ownWork,
    atTurn?: () => Promise<void>,
  ): Promise<boolean> {
    const stored = hash === noPassword ? undefined : hash
    const dummyHash = await this.#dummyHash
    return this.#inTurn(asker, async () => {
      await this.#begin(atTurn)
      const isCheckable = stored !== undefined && !this.#tooSlow.has(stored)
      if (isCheckable && (await this.#check(stored, password))) return true
      if (isCheckable && !this.isOutdated(stored)) return false
      // The time of a cheap hash that others have made would tell that the login has an account.
      await verifyArgon2(dummyHash, password)
      if (stored === undefined || isCheckable) return false
      throw new HashUnusable('the stored hash recently took too long to check')
    })
  }

  /** An outage that has held up one turn for long would hold up each of those in line as long, one after another. */
  async #begin(atTurn: (() => Promise<void>) | undefined): Promise<void> {
    const began = this.#monotonic()
    try {
      await atTurn?.()
    } catch (error) {
      if (this.#isOutage(error) && this.#monotonic() - began >= outageMs) this.#gate.turnAway(error)
      throw error
    }
  }

  /** A hash of another algorithm, or of other costs than those of new ones. */
  isOutdated(stored: string): boolean {
    return !isCurrent(stored, this.#costs)
  }

  /** Why a hash that others have made is not to be stored; undefined where it may be. */
  importProblem(stored: string): HashProblem | undefined {
    if (stored === noPassword) return undefined
    const problem = hashProblem(stored)
    // What is not too costly for new ones is not for old ones.
    return problem === 'costly' && isCurrent(stored, this.#costs) ? undefined : problem
  }

  #inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const asked = this.#monotonic()
    return this.#gate.run(asker, () => {
      this.waits.observe((this.#monotonic() - asked) / 1000)
      return work()
    })
  }

  async #check(stored: string, password: string): Promise<boolean> {
    // These costs are the operator's own choice.
    if (isCurrent(stored, this.#costs)) return verifyArgon2(stored, password)
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.#tooSlow.add(stored)
      setTimeout(() => this.#tooSlow.delete(stored), tooSlowForMs).unref()
      late.reject(new Error(`not checked within ${this.#timeoutMs} ms`))
    }, this.#timeoutMs)
    try {
      const verify = isArgon2(stored) ? verifyArgon2 : verifyForeign
      return await Promise.race([verify(stored, password), late.promise])
    } catch (cause) {
      throw new HashUnusable('the stored hash could not be checked', { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}
