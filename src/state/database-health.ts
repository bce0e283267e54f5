import type { Logger } from 'pino'
import type { Clock } from '../lib/measure/clock.ts'
import { Durations } from '../lib/measure/durations.ts'
import type { Spans } from '../lib/measure/spans.ts'
import type { DatabaseUnavailable } from '../model/errors/database-unavailable.ts'
import type { Queries, StatementObserver } from '../storage/engine/database.ts'
import { probeWrite } from '../storage/engine/health.ts'

/** The first failure of each cause is logged at once. The number of further ones is logged at this interval. */
const reportIntervalMs = 10_000
/** If there are more causes at a time, the rest is logged as one. */
const maxCauses = 20
/** The time for which a successful write proves that the database takes writes. */
const recentMs = 10_000

/** The upper bounds of the buckets, in seconds. */
const statementBounds = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

/** Tracks the outcome of recent statements, so that failures are logged and readiness rarely needs a statement. */
export class DatabaseHealth implements StatementObserver {
  readonly #monotonic: Clock
  /** The number of failures of each cause since it was last logged. */
  readonly #failures = new Map<string, number>()
  readonly durations = { read: new Durations(statementBounds), write: new Durations(statementBounds) }
  /** The total number of failures. */
  failures = 0
  #probing: Promise<string | undefined> | undefined
  #log: Logger | undefined
  #timer: NodeJS.Timeout | undefined
  /** The time of the last successful write, reset by a failure. */
  #wroteAt = Number.NEGATIVE_INFINITY

  readonly spans: Spans | undefined

  constructor(monotonic: Clock, spans?: Spans) {
    this.#monotonic = monotonic
    this.spans = spans
  }

  /** Starts to log failures. Until then, the code that opens the database reports them. */
  logTo(log: Logger): void {
    this.#log = log
  }

  /**
   * Returns why the database takes no writes, or undefined if it does. The database is asked only if no write has
   * succeeded recently or something has failed since.
   */
  async whyNotWritable(db: Queries, now: number): Promise<string | undefined> {
    if (this.#monotonic() - this.#wroteAt < recentMs) return undefined
    this.#probing ??= probeWrite(db, now)
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        this.#probing = undefined
      })
    return this.#probing
  }

  wrote(): void {
    this.#wroteAt = this.#monotonic()
  }

  took(kind: 'read' | 'write', milliseconds: number): void {
    this.durations[kind].observe(milliseconds / 1000)
  }

  failed({ message }: DatabaseUnavailable): void {
    this.#wroteAt = Number.NEGATIVE_INFINITY
    this.failures++
    if (!this.#log) return
    const cause = this.#failures.has(message) || this.#failures.size < maxCauses ? message : 'other causes'
    const before = this.#failures.get(cause)
    this.#failures.set(cause, (before ?? -1) + 1)
    if (before === undefined) this.#log.error({ cause }, 'the database failed')
    this.#timer ??= setInterval(() => this.#report(), reportIntervalMs).unref()
  }

  #report(): void {
    for (const [cause, failures] of this.#failures) {
      if (failures === 0) this.#failures.delete(cause)
      else {
        this.#log?.error({ cause, failures }, 'the database is still failing')
        this.#failures.set(cause, 0)
      }
    }
    if (this.#failures.size > 0) return
    this.#log?.info(`the database has not failed for ${reportIntervalMs / 1000} s`)
    this.stop()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
