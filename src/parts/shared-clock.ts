import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { serverClock } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'

/** Less than this is what NTP and the way to the database leave. */
const tolerated = 1000
const every = 60_000

/**
 * One clock for all instances on a PostgreSQL server, whatever their machines' clocks say: its. Looked at
 * once a minute; while it can't be asked the last difference stands.
 */
export class SharedClock {
  readonly #db: Database
  readonly #own: Clock
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #ahead = 0

  constructor(db: Database, own: Clock, log: Logger) {
    this.#db = db
    this.#own = own
    this.#log = log
    this.#timer = setInterval(() => {
      this.compare().catch((error: unknown) => log.debug({ err: error }, 'clock not compared'))
    }, every).unref()
  }

  now(): number {
    return this.#own() + this.#ahead
  }

  /** Finds out by how much the server's clock is ahead. */
  async compare(): Promise<void> {
    const before = this.#own()
    const theirs = await serverClock(this.#db)
    const ahead = Math.round(theirs - (before + this.#own()) / 2)
    const isApart = Math.abs(ahead) > tolerated
    if (isApart && this.#ahead === 0) {
      this.#log.warn(
        { milliseconds: ahead },
        "this machine's clock is off the database server's, which counts",
      )
    }
    this.#ahead = isApart ? ahead : 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
