import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { storedAddress } from '../../model/accounts/credential.ts'
import { recordUses, usesAtOnce } from '../../storage/credentials/credential-uses.ts'
import type { Database } from '../../storage/engine/database.ts'

export const flushIntervalMs = 300_000
/** The most uses that wait to be written, about 200 bytes each. Further ones are not recorded. */
export const maxPending = 20_000

interface Use {
  at: number
  address: string
}

/**
 * Records when and from where credentials were last used. Requests leave marks in memory, which are written every five
 * minutes, so that no request waits for a write and no credential is written more often. Nobody misses what a crash
 * loses.
 */
export class CredentialUses {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  #pending = new Map<string, Use>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** Records that the credential is being used. `address` is the client's. */
  mark(digest: string, address: string): void {
    if (this.#pending.size >= maxPending && !this.#pending.has(digest)) return
    this.#pending.set(digest, { at: this.#clock(), address })
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
  }

  /** Writes all marks. If the database fails, they are dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const uses = [...this.#pending].map(([digest, { at, address }]) => ({
      digest,
      at,
      address: storedAddress(address),
    }))
    this.#pending = new Map()
    try {
      // One statement after another, on one connection: requests need the others.
      for (let start = 0; start < uses.length; start += usesAtOnce)
        await recordUses(this.#db, uses.slice(start, start + usesAtOnce))
    } catch (error) {
      this.#log.debug({ err: error }, 'last uses of credentials not recorded')
    }
  }
}
