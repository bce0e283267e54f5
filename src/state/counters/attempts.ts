import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { clientNetwork, networkGroups } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import type { About } from '../../model/account.ts'
import type { AttemptStep } from '../../model/attempt.ts'
import { storedAddress } from '../../model/credential.ts'
import type { RefusalDetail } from '../../model/refusal.ts'
import type { Database } from '../../storage/engine/database.ts'
import type { Budget } from '../../storage/limits/budgets.ts'
import {
  attemptsAtOnce,
  putRefusedAttempts,
  putSucceededAttempts,
  type SucceededAttempt,
} from '../../storage/records/attempts.ts'
import type { AttemptRow } from '../../storage/schema/schema.ts'
import type { LoginDigests } from '../keys/login-digests.ts'

/** A kill -9 loses no more than what was tried within it. */
const flushIntervalMs = 1000
/** What waits to be written, some 300 bytes each: of more the rest goes unrecorded. */
const maxSucceeded = 8000
const maxRefused = 1000
/** So many that went well are written in one interval, and the others in the next ones: that bounds what it costs. */
const writtenAtOnce = 8 * attemptsAtOnce

/** What of one network is recorded as refused: so many at once, and one more each `refillMs`. */
const budget: Budget = { size: 300, refillMs: 20_000 }
const maxNetworks = 10_000

/** Why an attempt was declined, and whose it was. */
interface Declined {
  about: About | undefined
  /** A Refusal, or what OAuth 2.0 calls it. */
  reason: string
  detail?: RefusalDetail | undefined
  /** The name of the game server that asked below its root. */
  server?: string | undefined
}

/**
 * What is tried on the way into the game, for who asks later why it did not work. A request leaves it in memory; it
 * is written once a second. What is refused has a budget by network: a flood fills neither the disk nor the place of
 * others.
 */
export class Attempts {
  readonly #db: Database
  readonly #clock: Clock
  readonly #loginDigests: LoginDigests
  readonly #log: Logger
  /** By account and step. */
  readonly #succeeded = new Map<string, SucceededAttempt>()
  #refused = new Map<string, AttemptRow>()
  /** When the budget of a network will be full again. */
  readonly #budgets = new LRUCache<string, number>({ max: maxNetworks })
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, clock: Clock, loginDigests: LoginDigests, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#loginDigests = loginDigests
    this.#log = log
  }

  /** It went well. `account` is an id, `address` the client's, `server` the game server that asked. */
  succeeded(step: AttemptStep, account: string, address: string, server?: string): void {
    const key = account + step
    if (this.#succeeded.size >= maxSucceeded && !this.#succeeded.has(key)) return
    const at = this.#clock()
    const from = storedAddress(address)
    this.#succeeded.set(key, { subject: account, step, at, address: from, server: server ?? null })
    this.#flushSoon()
  }

  /** It was declined. Nothing is kept where it is not known which account or name was tried. */
  refused(step: AttemptStep, { about, reason, detail, server }: Declined, address: string): void {
    if (!about || this.#refused.size >= maxRefused || !this.#take(about, address)) return
    const subject = this.#subjectOf(about)
    if (subject === undefined) return
    const at = this.#clock()
    const from = storedAddress(address)
    this.#refused.set(`${subject} ${step} ${at}`, {
      subject,
      step,
      refused_at: at,
      at,
      reason,
      detail: detail ?? null,
      server: server ?? null,
      network: clientNetwork(from),
      address: from,
    })
    this.#flushSoon()
  }

  /** What attempts at this name are found by while no account has it; the newest key's first. */
  subjectsOfName(name: string): string[] {
    return this.#loginDigests.all(fold(name))
  }

  /** Writes all that was tried. Where the database fails it is dropped. */
  async flush(): Promise<void> {
    do await this.#writeSome()
    while (this.#succeeded.size > 0)
  }

  #writeSome(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const refused = [...this.#refused.values()]
    this.#refused = new Map()
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
      // All at once: on the embedded database they are one commit.
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

  #subjectOf({ id, loginDigest, username }: About): string | undefined {
    return id ?? loginDigest ?? (username === undefined ? undefined : this.#loginDigests.of(fold(username)))
  }

  /** False where the network's budget is spent. Names that no account has are counted apart. */
  #take({ id }: About, address: string): boolean {
    const [widest = ''] = networkGroups(address)
    const key = `${id === undefined ? 'name' : 'account'} ${widest}`
    const now = this.#clock()
    const fullAt = Math.max(this.#budgets.get(key) ?? 0, now) + budget.refillMs
    if (fullAt > now + budget.size * budget.refillMs) return false
    this.#budgets.set(key, fullAt)
    return true
  }
}

/** As many as one statement takes. */
const parts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / attemptsAtOnce) }, (_, number) =>
    rows.slice(number * attemptsAtOnce, (number + 1) * attemptsAtOnce),
  )
