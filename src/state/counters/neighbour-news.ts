import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { fold } from '../../lib/text/fold.ts'
import type { NeighbourProblem } from '../../model/community/neighbour.ts'
import { type RefusedVisit, refusedVisitsKept } from '../../model/community/visitor.ts'
import type { Database } from '../../storage/engine/database.ts'
import { putAnswers, putRefusedVisits } from '../../storage/records/neighbour-news.ts'
import { refusedNamePlace } from '../../storage/schema/encryption.ts'
import type { NeighbourAnswerRow } from '../../storage/schema/rows/neighbours.ts'
import type { LoginDigests } from '../keys/login-digests.ts'
import type { StoredSecrets } from '../keys/stored-secrets.ts'

/** The interval between writes. A kill -9 loses no more than the news of one interval. */
const flushIntervalMs = 1000

/**
 * Records what neighbours said last and who was refused, for the people who look after the service. Questions leave it
 * in memory, and it is written once a second. If the database fails, it is dropped.
 */
export class NeighbourNews {
  readonly #db: Database
  readonly #clock: Clock
  readonly #loginDigests: LoginDigests
  readonly #secrets: StoredSecrets
  readonly #log: Logger
  #answers = new Map<string, NeighbourAnswerRow>()
  /** The last one of each name at each game server, so that nobody displaces the others by trying again. */
  readonly #refused = new LRUCache<string, RefusedVisit>({ max: refusedVisitsKept })
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, clock: Clock, loginDigests: LoginDigests, secrets: StoredSecrets, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#loginDigests = loginDigests
    this.#secrets = secrets
    this.#log = log
  }

  /** Records an answer of a neighbour. `problem` is undefined if the answer could be used. */
  answered(neighbour: string, problem: NeighbourProblem | undefined): void {
    this.#answers.set(neighbour, { neighbour_id: neighbour, at: this.#clock(), problem: problem ?? null })
    this.#flushSoon()
  }

  /** Records that a player was refused. */
  refused(visit: Omit<RefusedVisit, 'at'>): void {
    this.#refused.set(`${visit.server} ${fold(visit.name)}`, { ...visit, at: this.#clock() })
    this.#flushSoon()
  }

  /** Writes all that is waiting. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
  }

  async #write(): Promise<void> {
    const answers = [...this.#answers.values()]
    this.#answers = new Map()
    const refused = [...this.#refused.entries()]
    this.#refused.clear()
    try {
      // A neighbour that was removed meanwhile costs the answers of this interval, but not the refusals.
      await Promise.all([
        answers.length > 0 && putAnswers(this.#db, ...answers),
        refused.length > 0 && this.#writeRefused(refused),
      ])
    } catch (error) {
      this.#log.debug({ err: error }, 'answers and refusals of neighbours not recorded')
    }
  }

  async #writeRefused(refused: readonly (readonly [key: string, visit: RefusedVisit])[]): Promise<void> {
    const rows = refused.map(([key, { name, ...visit }]) => {
      const digest = this.#loginDigests.of(key)
      return { ...visit, digest, name: this.#secrets.seal(refusedNamePlace(digest), name) }
    })
    await this.#db.transaction(async (tx) => {
      await this.#secrets.lock(tx)
      await putRefusedVisits(tx, ...rows)
    })
  }
}
