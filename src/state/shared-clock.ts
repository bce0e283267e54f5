import type { Logger } from 'pino'
import type { Clock } from '../lib/measure/clock.ts'
import { minuteMs } from '../lib/measure/units.ts'
import { serverClock } from '../storage/engine/clock.ts'
import type { Database } from '../storage/engine/database.ts'

/** Errors of NTP and of the network to the database are smaller than this. */
const maxSkewMs = 1000
const compareIntervalMs = minuteMs

/**
 * The clock of the PostgreSQL server, which all instances share, whatever the clocks of their machines say. The
 * difference is measured once a minute. If the server can't be asked, the last measurement stands.
 */
export class SharedClock {
  readonly #db: Database
  readonly #own: Clock
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  /** The lead of the server's clock, in milliseconds. 0 while the clocks agree. */
  #aheadMs = 0

  constructor(db: Database, own: Clock, log: Logger) {
    this.#db = db
    this.#own = own
    this.#log = log
    this.#timer = setInterval(() => {
      this.compare().catch((error: unknown) => log.debug({ err: error }, 'clock not compared'))
    }, compareIntervalMs).unref()
  }

  now(): number {
    return this.#own() + this.#aheadMs
  }

  /** Measures how far the server's clock is ahead. */
  async compare(): Promise<void> {
    const before = this.#own()
    const theirs = await serverClock(this.#db)
    const aheadMs = Math.round(theirs - (before + this.#own()) / 2)
    const isApart = Math.abs(aheadMs) > maxSkewMs
    if (isApart && this.#aheadMs === 0) {
      this.#log.warn(
        { milliseconds: aheadMs },
        "this machine's clock differs from the database server's, which Norn uses",
      )
    }
    this.#aheadMs = isApart ? aheadMs : 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
