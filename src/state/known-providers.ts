import type { Logger } from 'pino'
import type { Clock } from '../lib/measure/clock.ts'
import { Patience } from '../lib/queue/patience.ts'
import { allProviders } from '../storage/community/providers.ts'
import type { Queries } from '../storage/engine/database.ts'
import type { ProviderRow } from '../storage/schema/rows/providers.ts'

/** They are read again after this time: a change shows on every instance within two seconds. */
const maxAgeMs = 1000

/** The providers of sign-ins for pages that strangers open, as this process knows them. */
export class KnownProviders {
  readonly #db: Queries
  readonly #monotonic: Clock
  readonly #log: Logger
  #rows: readonly ProviderRow[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  readonly #patience = new Patience()

  constructor(db: Queries, monotonic: Clock, log: Logger) {
    this.#db = db
    this.#monotonic = monotonic
    this.#log = log
  }

  /** True if there was one when they were read last. */
  get isAny(): boolean {
    return this.#rows.length > 0
  }

  /** The providers as they were read last. */
  get known(): readonly ProviderRow[] {
    return this.#rows
  }

  /** Returns them in the order of their names. If the database is away or slow, those that were read last. */
  async all(): Promise<readonly ProviderRow[]> {
    if (this.#monotonic() - this.#readAt >= maxAgeMs && !this.#patience.isSpent) {
      this.#reading ??= this.#begin()
      await this.#reading
    }
    return this.#rows
  }

  #begin(): Promise<void> {
    const begunAt = this.#monotonic()
    return this.#patience.wait(
      this.#read().finally(() => {
        this.#readAt = begunAt
        this.#reading = undefined
      }),
      undefined,
    )
  }

  async #read(): Promise<void> {
    try {
      this.#rows = await allProviders(this.#db)
    } catch (error) {
      this.#log.debug({ err: error }, 'the providers cannot be read')
    }
  }
}
