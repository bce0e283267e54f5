import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import type { Database } from '../../storage/engine/database.ts'
import { putAsked } from '../../storage/servers/servers.ts'

/** A root that has ended is good here for no longer; hasJoined never asks here. */
const knownForMs = 2000
const maxKnown = 2000

/** How late the store knows that a server has asked. */
const flushIntervalMs = 5000

interface KnownServer {
  id: string
  name: string
}

/** The game servers that ask this process: which they are, and when each last asked. */
export class GameServers {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  readonly #known: LRUCache<string, KnownServer>
  #asked = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#known = new LRUCache({
      max: maxKnown,
      ttl: knownForMs,
      ttlResolution: 0,
      perf: { now: clock },
    })
  }

  /** The server of a key, by its digest. */
  known(digest: string): KnownServer | undefined {
    return this.#known.get(digest)
  }

  remember(digest: string, server: KnownServer): void {
    this.#known.set(digest, server)
  }

  /** A server has asked whether somebody joined it. */
  asked(id: string): void {
    this.#asked.set(id, this.#clock())
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
  }

  /** Writes when each has asked. Where the database fails it is dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const asked = this.#asked
    this.#asked = new Map()
    try {
      for (const [id, at] of asked) await putAsked(this.#db, id, at)
    } catch (error) {
      this.#log.debug({ err: error }, 'last requests of game servers not recorded')
    }
  }
}
