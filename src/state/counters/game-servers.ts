import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { RecentMap } from '../../lib/measure/recent-map.ts'
import { putAsked } from '../../storage/community/servers.ts'
import type { Database } from '../../storage/engine/database.ts'
import type { Root } from '../../storage/game/server-joins.ts'

/** The time for which a root that has ended is still accepted here. hasJoined does not use this cache. */
export const knownForMs = 2000
export const maxKnown = 2000

/** The delay before the database knows that a server has asked. */
const flushIntervalMs = 5000

interface KnownServer {
  id: string
  name: string
}

/** The game servers that ask this process, and the time of their last request. */
export class GameServers {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  readonly #known: LRUCache<string, KnownServer>
  /** By key. */
  readonly #roots = new RecentMap<string, Root>({ max: maxKnown })
  #asked = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, clock: Clock, monotonic: Clock, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#known = new LRUCache({
      ...upTo(maxKnown),
      ttl: knownForMs,
      ttlResolution: 0,
      perf: { now: monotonic },
    })
  }

  /** Returns the root of a key, whose digest `digestOf` makes. To find one costs a tenth of making it. */
  root(key: string, digestOf: (key: string) => string): Root {
    const known = this.#roots.get(key)
    if (known !== undefined) return known
    const root = { digest: digestOf(key) }
    this.#roots.set(key, root)
    return root
  }

  /** Returns the server whose key has this digest, or undefined. */
  known(digest: string): KnownServer | undefined {
    return this.#known.get(digest)
  }

  remember(digest: string, server: KnownServer): void {
    this.#known.set(digest, server)
  }

  /** Records that a server has asked whether somebody joined it. */
  asked(id: string): void {
    this.#asked.add(id)
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
  }

  /** Writes which servers have asked. If the database fails, these are dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const asked = this.#asked
    this.#asked = new Set()
    try {
      if (asked.size > 0) await putAsked(this.#db, [...asked], this.#clock())
    } catch (error) {
      this.#log.debug({ err: error }, 'last requests of game servers not recorded')
    }
  }
}
