import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { clientNetwork, networkGroups } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { fold } from '../lib/fold.ts'
import type { About } from '../model/account.ts'
import type { AttemptStep } from '../model/attempt.ts'
import { storedAddress } from '../model/credential.ts'
import type { RefusalDetail } from '../model/refusal.ts'
import { attemptsAtOnce, putAttempts } from '../storage/attempts.ts'
import type { Database } from '../storage/database.ts'
import type { AttemptRow } from '../storage/schema.ts'
import type { LoginDigests } from './login-digests.ts'

/** A kill -9 loses no more than what was tried within it. */
const flushIntervalMs = 1000
/** Some 400 bytes each. Of more than so many within an interval the rest goes unrecorded. */
const maxSucceeded = 8000
const maxRefused = 1000

/** What of one network is recorded as refused: so many at once, and one more each `refillMs`. */
const budget = { size: 300, refillMs: 20_000 }
const maxNetworks = 10_000

/** Why an attempt was declined, and whose it was. */
interface Declined {
  about: About | undefined
  /** A Refusal, or what OAuth 2.0 calls it. */
  reason: string
  detail?: RefusalDetail | undefined
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
  #succeeded = new Map<string, AttemptRow>()
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

  /** It went well. `account` is an id, `address` the client's. */
  succeeded(step: AttemptStep, account: string, address: string): void {
    const key = account + step
    if (this.#succeeded.size >= maxSucceeded && !this.#succeeded.has(key)) return
    const at = this.#clock()
    this.#succeeded.set(key, {
      subject: account,
      step,
      refused_at: 0,
      at,
      reason: null,
      detail: null,
      network: '',
      address: storedAddress(address),
    })
    this.#flushSoon()
  }

  /** It was declined. Nothing is kept where it is not known which account or name was tried. */
  refused(step: AttemptStep, { about, reason, detail }: Declined, address: string): void {
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
      network: clientNetwork(from),
      address: from,
    })
    this.#flushSoon()
  }

  /** What attempts at this name are found by while no account has it; the newest key's first. */
  subjectsOfName(name: string): string[] {
    return this.#loginDigests.all(fold(name))
  }

  /** Writes what was tried. Where the database fails it is dropped. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const rows = [...this.#refused.values(), ...this.#succeeded.values()]
    this.#refused = new Map()
    this.#succeeded = new Map()
    this.#writing = this.#writing.then(() => this.#write(rows))
    return this.#writing
  }

  async #write(rows: readonly AttemptRow[]): Promise<void> {
    try {
      for (let from = 0; from < rows.length; from += attemptsAtOnce) {
        // One at a time: requests go before.
        await putAttempts(this.#db, rows.slice(from, from + attemptsAtOnce))
      }
    } catch (error) {
      this.#log.debug({ err: error }, 'attempts not recorded')
    }
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
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
