import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Breaker, BreakerOpen } from '../../lib/breaker.ts'
import type { Clock } from '../../lib/clock.ts'
import { Gate } from '../../lib/gate.ts'
import { getSmall } from '../../lib/outgoing.ts'
import { SingleFlight } from '../../lib/single-flight.ts'
import type { Profile } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { AnswerUnusable, type ForeignProperty, readKey, readProperty } from './answer.ts'

/** Milliseconds for one question, the time in line included (S6). */
const patience = 2000
const largestAnswer = 64 * 1024
const questionsAtOnce = 64
const questionsWaiting = 1024
/** Few enough that players do not wait long for a system that is down. */
const failuresInARow = 5
const pause = 10_000
/** How long a changed skin may take to show. */
const remembered = { max: 10_000, ttl: 15_000 }
const keyRenewedAfter = 300_000

/** A skin system elsewhere (`NORN_SKIN_SYSTEM_URL`). Nothing that it does or fails to do is an error here. */
export class ExternalSkinSystem {
  readonly #url: string
  readonly #clock: Clock
  readonly #log: Logger
  readonly #gate = new Gate(() => questionsAtOnce, questionsWaiting)
  readonly #breaker: Breaker
  /** Its own: who asks for a key that is not there must not keep players from their skins. */
  readonly #keyBreaker: Breaker
  readonly #answers: LRUCache<string, { property: ForeignProperty | undefined }>
  readonly #questions = new SingleFlight<ForeignProperty | undefined>()
  readonly #keyQuestions = new SingleFlight<KeyObject>()
  #key: { key: KeyObject; renewAt: number } | undefined

  constructor(url: string, clock: Clock, log: Logger) {
    this.#url = url
    this.#clock = clock
    this.#log = log
    this.#breaker = new Breaker(clock, failuresInARow, pause)
    this.#keyBreaker = new Breaker(clock, failuresInARow, pause)
    this.#answers = new LRUCache({ ...remembered, ttlResolution: 0, perf: { now: clock } })
  }

  /** What it says of this player, asked once for all who want to know; undefined where it says nothing of use. */
  async property(profile: Profile): Promise<ForeignProperty | undefined> {
    const name = `${profile.id}/${profile.username}`
    const known = this.#answers.get(name)
    if (known) return known.property
    return this.#questions.run(name, async () => {
      try {
        const property = await this.#ask(profile)
        this.#answers.set(name, { property })
        return property
      } catch (error) {
        this.#note(error)
        return undefined
      }
    })
  }

  /** The key that its signatures verify with. While it is down, the last one seen; else throws Refused. */
  async key(): Promise<KeyObject> {
    if (this.#key && this.#clock() < this.#key.renewAt) return this.#key.key
    return this.#keyQuestions.run('key', () => this.#renewKey())
  }

  async #renewKey(): Promise<KeyObject> {
    try {
      const key = await this.#get(this.#keyBreaker, '/signature-verification-key.der', (status, body) => {
        if (status !== 200) throw new AnswerUnusable(`status ${status}`)
        return readKey(body)
      })
      this.#key = { key, renewAt: this.#clock() + keyRenewedAfter }
      return key
    } catch (error) {
      this.#note(error)
      if (this.#key) return this.#key.key
      throw new Refused('skin_system_unavailable', { cause: error, retryAfter: pause / 1000 })
    }
  }

  async #ask(profile: Profile): Promise<ForeignProperty | undefined> {
    // Allowed names, but in a path they mean a folder.
    if (profile.username === '.' || profile.username === '..') return undefined
    const query = `unsigned=false&onUnknownProfileRespondWithUuid=${profile.id}`
    const path = `/profile/${encodeURIComponent(profile.username)}?${query}`
    return this.#get(this.#breaker, path, (status, body) => {
      if (status === 204 || status === 404) return undefined
      if (status !== 200) throw new AnswerUnusable(`status ${status}`)
      return readProperty(body, profile)
    })
  }

  #get<T>(breaker: Breaker, path: string, read: (status: number, body: Buffer) => T): Promise<T> {
    const signal = AbortSignal.timeout(patience)
    return this.#gate.run(() =>
      breaker.run(async () => {
        const { status, body } = await getSmall(this.#url + path, largestAnswer, signal)
        return read(status, body)
      }),
    )
  }

  #note(error: unknown): void {
    if (!(error instanceof BreakerOpen)) this.#log.warn({ err: error, url: this.#url }, 'skin system failed')
  }
}
