import { type Clock, monotonicClock } from '../lib/measure/clock.ts'
import { Durations } from '../lib/measure/durations.ts'
import { type Spans, spanning } from '../lib/measure/spans.ts'
import { type Asker, FairGate, type LineLimits, processAsker } from '../lib/queue/fair-gate.ts'
import { type Argon2Costs, hashArgon2, isArgon2, isCurrent, verifyArgon2 } from './argon2.ts'
import { verifyForeign } from './foreign.ts'
import { type HashProblem, hashProblem } from './importable.ts'
import { canonicalPassword, spellingsOf } from './spellings.ts'

/** The time that a caller waits for a hash with foreign costs, in milliseconds. Once begun, it can't be aborted. */
export const verifyTimeoutMs = 10_000

/** Such a hash occupies a thread of the pool until it is done, so it is not tried again for this long. */
export const tooSlowForMs = 600_000

/** A failure within this time delays nobody, and the next caller may succeed. */
const outageMs = 1000

/** Stored instead of a hash if there is no password yet. No password matches it. */
export const unusableHash = '!'

/** The upper bounds of the buckets, in seconds. */
const waitBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Thrown if a stored hash is damaged or its costs are out of all proportion, so that it could not be checked. */
export class HashUnusable extends Error {
  override name = 'HashUnusable'
}

interface PasswordsOptions {
  timeoutMs?: number
  /** Returns the time for which a place stays empty after its work, in milliseconds. The caller does not wait for it. */
  restMs?: () => number
  monotonic?: Clock
  /** Returns true for errors with which every waiting caller would fail, too. */
  isOutage?: (error: unknown) => boolean
  spans?: Spans | undefined
}

/**
 * Hashes and verifies passwords, at most `maxAtOnce()` at a time. More than there are cores would only delay signing
 * and file access, which share the thread pool. Askers take turns.
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
  readonly #spans: Spans | undefined
  /** The time that callers waited for their turn. */
  readonly waits = new Durations(waitBounds)

  constructor(
    costs: Argon2Costs,
    maxAtOnce: () => number,
    waiting: LineLimits,
    bytes: (size: number) => Buffer,
    {
      timeoutMs = verifyTimeoutMs,
      restMs = () => 0,
      monotonic = monotonicClock,
      isOutage = () => false,
      spans,
    }: PasswordsOptions = {},
  ) {
    this.#costs = costs
    this.#gate = new FairGate(maxAtOnce, waiting, restMs)
    this.#bytes = bytes
    this.#timeoutMs = timeoutMs
    this.#isOutage = isOutage
    this.#monotonic = monotonic
    this.#spans = spans
    this.#dummyHash = hashArgon2(bytes(16).toString('hex'), costs, bytes(16))
  }

  /** The number of callers waiting for their turn. */
  get waiting(): number {
    return this.#gate.waiting
  }

  /** Hashes a password. Throws GateFull if more callers are waiting than can be served in time. */
  hash(password: string, asker: Asker = processAsker): Promise<string> {
    return this.#inTurn(asker, () => hashArgon2(canonicalPassword(password), this.#costs, this.#bytes(16)))
  }

  /**
   * Returns the spelling of a password from which the hash was made, or undefined if the password is wrong. Without a
   * stored hash, with `unusableHash`, and after a wrong guess at a hash with other costs, a dummy hash is verified, so
   * that the time taken does not reveal whether the account exists. Each spelling waits for a turn of its own. Throws
   * GateFull, and HashUnusable if the stored hash can't be checked. If `atTurn` throws, its error is thrown and no hash
   * is computed.
   */
  async matchingSpelling(
    hash: string | undefined,
    password: string,
    asker: Asker = processAsker,
    atTurn?: () => Promise<void>,
  ): Promise<string | undefined> {
    const stored = hash === unusableHash ? undefined : hash
    for (const spelling of spellingsOf(password)) {
      if (await this.#verify(stored, spelling, asker, atTurn)) return spelling
    }
    return undefined
  }

  /** Returns true if the password is right. Otherwise like `matchingSpelling`. */
  async verify(...given: Parameters<Passwords['matchingSpelling']>): Promise<boolean> {
    return (await this.matchingSpelling(...given)) !== undefined
  }

  async #verify(
    stored: string | undefined,
    password: string,
    asker: Asker,
    atTurn: (() => Promise<void>) | undefined,
  ): Promise<boolean> {
    const dummyHash = await this.#dummyHash
    return this.#inTurn(asker, async () => {
      await this.#begin(atTurn)
      const isCheckable = stored !== undefined && !this.#tooSlow.has(stored)
      if (isCheckable && (await this.#check(stored, password))) return true
      if (isCheckable && !this.isOutdated(stored)) return false
      // The time that a cheap imported hash takes would reveal that the account exists.
      await verifyArgon2(dummyHash, password)
      if (stored === undefined || isCheckable) return false
      throw new HashUnusable('the stored hash recently took too long to check')
    })
  }

  /** An outage that delayed one caller would delay each of the waiting callers for as long, one after another. */
  async #begin(atTurn: (() => Promise<void>) | undefined): Promise<void> {
    const began = this.#monotonic()
    try {
      await atTurn?.()
    } catch (error) {
      if (this.#isOutage(error) && this.#monotonic() - began >= outageMs) this.#gate.turnAway(error)
      throw error
    }
  }

  /** Returns true if the hash has another algorithm or other costs than new hashes, or was made from another spelling. */
  isOutdated(stored: string, spelling?: string): boolean {
    const isCanonical = spelling === undefined || spelling === canonicalPassword(spelling)
    return !isCanonical || !isCurrent(stored, this.#costs)
  }

  /** Returns why an imported hash must not be stored, or undefined if it may be. */
  importProblem(stored: string): HashProblem | undefined {
    if (stored === unusableHash) return undefined
    const problem = hashProblem(stored)
    // Costs that are acceptable for new hashes are acceptable for imported ones.
    return problem === 'costly' && isCurrent(stored, this.#costs) ? undefined : problem
  }

  #inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const asked = this.#monotonic()
    return this.#gate.run(asker, () => {
      const waited = this.#monotonic() - asked
      this.waits.observe(waited / 1000)
      this.#spans?.add('password wait', waited)
      return spanning(this.#spans, 'password hash', work)
    })
  }

  async #check(stored: string, password: string): Promise<boolean> {
    // The operator has chosen these costs.
    if (isCurrent(stored, this.#costs)) return verifyArgon2(stored, password)
    const timedOut = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.#tooSlow.add(stored)
      setTimeout(() => this.#tooSlow.delete(stored), tooSlowForMs).unref()
      timedOut.reject(new Error(`not checked within ${this.#timeoutMs} ms`))
    }, this.#timeoutMs)
    try {
      const verify = isArgon2(stored) ? verifyArgon2 : verifyForeign
      return await Promise.race([verify(stored, password), timedOut.promise])
    } catch (cause) {
      throw new HashUnusable('the stored hash could not be checked', { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}
