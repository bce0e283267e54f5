import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'
import { clientNetwork, networkGroups } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import type { About } from '../../model/accounts/account.ts'
import { type SignedInVia, storedAddress } from '../../model/accounts/credential.ts'
import type { AttemptStep } from '../../model/records/attempt.ts'
import type { Database } from '../../storage/engine/database.ts'
import {
  attemptsAtOnce,
  putRefusedAttempts,
  putSucceededAttempts,
  type SucceededAttempt,
} from '../../storage/records/attempts.ts'
import type { AttemptRow } from '../../storage/schema/rows/records.ts'
import type { LoginDigests } from '../keys/login-digests.ts'

/** The interval between writes. A kill -9 loses no more than the attempts of one interval. */
export const flushIntervalMs = 1000
/** The most attempts that wait to be written, about 300 bytes each. Further ones are not recorded. */
export const maxSucceeded = 8000
export const maxRefused = 1000
/** The most successful attempts that are written in one interval, which limits the cost. Others follow later. */
const writtenAtOnce = 8 * attemptsAtOnce

/** The budget of one network for refused attempts: `size` at once, and one more every `refillMs`. */
export const budget = { size: 300, refillMs: 20_000 }
const maxNetworks = 10_000

/** A refused attempt: the reason, and the account or login it concerns. */
interface RefusedAttempt {
  about: About | undefined
  /** A Refusal or an error code of OAuth 2.0. */
  reason: string
  /** A RefusalDetail or, for `watched`, what the answer would have been and the neighbours that decide, with spaces between. */
  detail?: string | undefined
  /** The name of the game server that asked below its own root. */
  server?: string | undefined
  /** By what it was tried, if not by a password. */
  via?: SignedInVia | undefined
}

/**
 * Records attempts to get into the game, so that `norn why` can explain later why one failed. Requests leave attempts
 * in memory, which are written once a second. Refused attempts have a budget per network, so that a flood neither fills
 * the disk nor displaces the attempts of others.
 */
export class Attempts {
  readonly #db: Database
  readonly #clock: Clock
  readonly #loginDigests: LoginDigests
  readonly #log: Logger
  /** Keyed by account and step. */
  readonly #succeeded = new Map<string, SucceededAttempt>()
  #refused: AttemptRow[] = []
  /** The key that the last refused attempt was given. */
  #lastRefusedAt = 0
  /** By the widest network, those of accounts and of unknown names apart. */
  readonly #budgets: LRUCache<string, TokenBucket>
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, clock: Clock, monotonic: Clock, loginDigests: LoginDigests, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#loginDigests = loginDigests
    this.#log = log
    this.#budgets = new LRUCache({
      ...upTo(maxNetworks),
      memoMethod: () => new TokenBucket(monotonic, budget.size, budget.refillMs),
    })
  }

  /** Records a successful attempt. `account` is an id, `address` the client's, `server` the game server that asked. */
  succeeded(
    step: AttemptStep,
    account: string,
    address: string,
    { server, via }: Pick<RefusedAttempt, 'server' | 'via'> = {},
  ): void {
    const key = account + step
    if (this.#succeeded.size >= maxSucceeded && !this.#succeeded.has(key)) return
    const at = this.#clock()
    const from = storedAddress(address)
    const row = { subject: account, step, at, address: from, server: server ?? null, detail: via ?? null }
    this.#succeeded.set(key, row)
    this.#flushSoon()
  }

  /** Records a refused attempt, unless it is unknown which account or name it concerns. */
  refused(step: AttemptStep, { about, reason, detail, server, via }: RefusedAttempt, address: string): void {
    if (!about || this.#refused.length >= maxRefused || !this.#take(about, address)) return
    const subject = this.#subjectOf(about)
    if (subject === undefined) return
    const at = this.#clock()
    const from = storedAddress(address)
    this.#refused.push({
      subject,
      step,
      refused_at: this.#keyFor(at),
      at,
      reason,
      detail: detail ?? via ?? null,
      server: server ?? null,
      network: clientNetwork(from),
      address: from,
    })
    this.#flushSoon()
  }

  /**
   * Returns the subjects under which attempts are stored for a name that no account has, that of the newest key first.
   */
  subjectsOfName(name: string): string[] {
    return this.#loginDigests.all(fold(name))
  }

  /** Writes all attempts that are waiting. If the database fails, they are dropped. */
  async flush(): Promise<void> {
    do await this.#writeSome()
    while (this.#succeeded.size > 0)
  }

  #writeSome(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const refused = this.#refused
    this.#refused = []
    const succeeded: SucceededAttempt[] = []
    for (const [key, row] of this.#succeeded) {
      if (succeeded.length === writtenAtOnce) break
      succeeded.push(row)
      this.#succeeded.delete(key)
    }
    this.#writing = this.#writing.then(() => this.#write(refused, succeeded))
    if (this.#succeeded.size > 0) this.#flushSoon()
    return this.#writing
  }

  async #write(refused: readonly AttemptRow[], succeeded: readonly SucceededAttempt[]): Promise<void> {
    try {
      // The statements run at once, because the embedded database then commits them together.
      await Promise.all([
        ...parts(refused).map((part) => putRefusedAttempts(this.#db, part)),
        ...parts(succeeded).map((part) => putSucceededAttempts(this.#db, part)),
      ])
    } catch (error) {
      this.#log.debug({ err: error }, 'attempts not recorded')
    }
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.#writeSome(), flushIntervalMs).unref()
  }

  /**
   * Returns the instant by which a refused attempt is stored: later ones than the last, so that none replaces another of
   * the same millisecond, unless the clock was set back.
   */
  #keyFor(at: number): number {
    const isBefore = at <= this.#lastRefusedAt && at > this.#lastRefusedAt - flushIntervalMs
    this.#lastRefusedAt = isBefore ? this.#lastRefusedAt + 1 : at
    return this.#lastRefusedAt
  }

  #subjectOf({ id, loginDigest, username }: About): string | undefined {
    return id ?? loginDigest ?? (username === undefined ? undefined : this.#loginDigests.of(fold(username)))
  }

  /** Takes one from the network's budget. Returns false if the budget is spent. Unknown names are counted apart. */
  #take({ id }: About, address: string): boolean {
    const [widest = ''] = networkGroups(address)
    return this.#budgets.memo(`${id === undefined ? 'name' : 'account'} ${widest}`)?.take() ?? false
  }
}

/** Splits rows into as many as one statement takes. */
const parts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / attemptsAtOnce) }, (_, number) =>
    rows.slice(number * attemptsAtOnce, (number + 1) * attemptsAtOnce),
  )
