import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { networkGroups } from '../../lib/net/address.ts'
import { Breaker, BreakerOpen } from '../../lib/net/breaker.ts'
import { getBounded, isOurFailure } from '../../lib/net/outgoing.ts'
import { SubjectBreaker } from '../../lib/net/subject-breaker.ts'
import { isWhole, timeLimit } from '../../lib/net/time-limit.ts'
import { type Asker, FairGate, processAsker } from '../../lib/queue/fair-gate.ts'
import { isTheirs, TurnedAway } from '../../lib/queue/gate.ts'
import type { Profile } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import {
  AnswerUnusable,
  type ForeignProperty,
  readJson,
  readKey,
  readProperty,
} from './skin-system-answer.ts'

/** The limit for one request, including its time in the queue (S6). */
export const requestTimeoutMs = 2000
export const maxAnswerBytes = 64 * 1024
export const maxRequestsAtOnce = 64
export const maxRequestsWaiting = { all: 1024, group: 256 }
/** Small enough that players do not wait long for a system that is down. */
const maxFailuresInARow = 5
const breakerPauseMs = 10_000
/** The longest time that a changed skin may take to show. */
export const maxPropertyAgeMs = 15_000
export const maxCachedProperties = 10_000
const maxKeyAgeMs = 300_000

/** Thrown for a failure that is ours: a request that had waited so long that there was not enough time for an answer. */
class WaitedTooLong extends TurnedAway {
  override name = 'WaitedTooLong'
}

/** A profile, and the address of the client that asks for it. */
interface Question {
  profile: Profile
  address: string
}

/** Reads from an external skin system (`NORN_SKIN_SYSTEM_URL`). Its failures never become errors here. */
export class ExternalSkinSystem {
  readonly #url: string
  readonly #log: Logger
  readonly #gate = new FairGate(() => maxRequestsAtOnce, maxRequestsWaiting)
  readonly #breaker: SubjectBreaker
  /** A separate breaker: requests for a missing key must not keep players from their skins. */
  readonly #keyBreaker: Breaker
  readonly #properties: CountedCache<{ property: ForeignProperty | undefined }, Question>
  readonly #key: LRUCache<'key', KeyObject>

  constructor(url: string, monotonic: Clock, log: Logger) {
    this.#url = url
    this.#log = log
    this.#breaker = new SubjectBreaker(monotonic, maxFailuresInARow, breakerPauseMs, isTheirs)
    this.#keyBreaker = new Breaker(monotonic, maxFailuresInARow, breakerPauseMs, isTheirs)
    const shared = { ttlResolution: 0, perf: { now: monotonic } }
    this.#properties = new CountedCache({
      ...shared,
      ...upTo(maxCachedProperties),
      ttl: maxPropertyAgeMs,
      fetchMethod: (_name, _stale, { context }) => this.#logged(this.#fetchProperty(context)),
    })
    this.#key = new LRUCache({
      ...shared,
      max: 1,
      ignoreFetchAbort: true,
      ttl: maxKeyAgeMs,
      noDeleteOnFetchRejection: true,
      fetchMethod: () => this.#logged(this.#fetchKey()),
    })
  }

  get cache(): CacheState {
    return this.#properties
  }

  /**
   * Returns the skin system's property for this player, or undefined if it has none that can be used. Concurrent
   * callers share one request, made on behalf of the first.
   */
  async property(profile: Profile, address: string): Promise<ForeignProperty | undefined> {
    const name = `${profile.id}/${profile.username}`
    try {
      const known =
        this.#properties.get(name) ??
        (await this.#properties.forceFetch(name, { context: { profile, address } }))
      return known.property
    } catch {
      return undefined
    }
  }

  /**
   * Returns the key that verifies its signatures. While the system is down, this is the last one seen. Throws Refused
   * if there is none.
   */
  async key(): Promise<KeyObject> {
    try {
      return await this.#key.forceFetch('key')
    } catch (cause) {
      const lastSeen = this.#key.peek('key', { allowStale: true })
      if (lastSeen) return lastSeen
      throw new Refused('skin_system_unavailable', { cause, retryAfter: breakerPauseMs / 1000 })
    }
  }

  #fetchKey(): Promise<KeyObject> {
    const read = (status: number, body: Buffer) => {
      if (status !== 200) throw new AnswerUnusable(`status ${status}`)
      return readKey(body)
    }
    const throughBreaker = <T>(work: () => Promise<T>) => this.#keyBreaker.run(work)
    return this.#get(processAsker, throughBreaker, '/signature-verification-key.der', read)
  }

  async #fetchProperty({ profile, address }: Question): Promise<{ property: ForeignProperty | undefined }> {
    // These names are allowed, but in a path they mean a folder.
    if (profile.username === '.' || profile.username === '..') return { property: undefined }
    const query = `unsigned=false&onUnknownProfileRespondWithUuid=${profile.id}`
    const path = `/profile/${encodeURIComponent(profile.username)}?${query}`
    const asker = { groups: networkGroups(address) }
    const read = (status: number, body: Buffer) => {
      if (status === 204 || status === 404) return undefined
      if (status !== 200) throw new AnswerUnusable(`status ${status}`)
      return { json: readJson(body) }
    }
    const throughBreaker = <T>(work: () => Promise<T>) => this.#breaker.run(profile.id, work)
    const answer = await this.#get(asker, throughBreaker, path, read)
    // A flaw of one player's answer does not count as a failure of the system.
    return { property: answer && readProperty(answer.json, profile) }
  }

  #get<T>(
    asker: Asker,
    throughBreaker: (work: () => Promise<T>) => Promise<T>,
    path: string,
    read: (status: number, body: Buffer) => T,
  ): Promise<T> {
    const signal = timeLimit(requestTimeoutMs)
    return this.#gate.run(asker, () => {
      if (signal.aborted) throw new WaitedTooLong('too many ask the skin system')
      const hasFullTime = isWhole(signal)
      return throughBreaker(async () => {
        try {
          const { status, body } = await getBounded(this.#url + path, maxAnswerBytes, signal)
          return read(status, body)
        } catch (error) {
          const isLate = signal.aborted && !hasFullTime
          throw isLate || isOurFailure(error) ? new WaitedTooLong('too many ask the skin system') : error
        }
      })
    })
  }

  async #logged<T>(request: Promise<T>): Promise<T> {
    try {
      return await request
    } catch (error) {
      const isTold = !(error instanceof BreakerOpen || error instanceof TurnedAway)
      if (isTold) this.#log.warn({ err: error, url: this.#url }, 'skin system failed')
      throw error
    }
  }
}
