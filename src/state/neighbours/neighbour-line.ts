import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { Breaker, BreakerOpen } from '../../lib/net/breaker.ts'
import {
  AddressRefused,
  askGuarded,
  type OutgoingQuestion,
  ResponseEncoded,
  ResponseTooLarge,
} from '../../lib/net/outgoing.ts'
import { type Asker, FairGate } from '../../lib/queue/fair-gate.ts'
import { TurnedAway } from '../../lib/queue/gate.ts'
import type { NeighbourProblem } from '../../model/community/neighbour.ts'
import type { Reply } from './answers.ts'

const maxAtOnce = 16
/** The others are for joins. */
const maxLookupsAtOnce = 12
/** An asker waits for its turn behind its own questions. */
const maxWaiting = { all: 64, group: 16 }
const maxFailuresInARow = 5
const breakerPauseMs = 10_000
/** The longest time for which a neighbour may ask us to wait. */
const maxRetryAfterMs = minuteMs
const maxAnswerBytes = 64 * 1024

/** The share of a neighbour's questions that one network or one game server may cause. */
const share = 0.75
const maxShares = 1000

/** On whose behalf a neighbour is asked. */
export interface NeighbourAsker extends Asker {
  /** True if nobody is joining. */
  isLookup?: boolean
}

/** An answer that is not used, or a yes that is refused as a whole. */
type Failing = { says: string; problem?: NeighbourProblem; flaw?: string }

/** Carries an answer that counts as a failure past the breaker. */
class Failed<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('a neighbour failed')
    this.answer = answer
  }
}

/** All requests to one neighbour: so many a minute, so many at once, and none for a while after repeated failures. */
export class NeighbourLine {
  readonly #monotonic: Clock
  readonly #gate = new FairGate(() => maxAtOnce, maxWaiting)
  readonly #lookups = new FairGate(() => maxLookupsAtOnce, maxWaiting)
  readonly #breaker: Breaker
  readonly #bucket: TokenBucket
  readonly #shares: LRUCache<string, TokenBucket>
  #waitUntil = Number.NEGATIVE_INFINITY

  /** `perMinute` is the number of questions a minute. */
  constructor(monotonic: Clock, perMinute: number) {
    this.#monotonic = monotonic
    this.#breaker = new Breaker(monotonic, maxFailuresInARow, breakerPauseMs)
    this.#bucket = new TokenBucket(monotonic, perMinute, minuteMs / perMinute)
    const perGroup = Math.ceil(perMinute * share)
    this.#shares = new LRUCache({
      max: maxShares,
      memoMethod: () => new TokenBucket(monotonic, perGroup, minuteMs / perGroup),
    })
  }

  /** Sends one request, which is never repeated, and returns what `read` makes of the response. Never throws. */
  async ask<T extends Failing>(
    asker: NeighbourAsker,
    url: string,
    question: Omit<OutgoingQuestion, 'maxBytes'>,
    read: (reply: Reply) => T,
  ): Promise<T | { says: 'unsure'; problem: NeighbourProblem }> {
    const isWaiting = () => this.#monotonic() < this.#waitUntil
    if (isWaiting()) return { says: 'unsure', problem: 'asked_to_wait' }
    try {
      return await this.#inTurn(asker, async () => {
        // Time spent in the queue is not the neighbour's.
        if (question.signal.aborted) return { says: 'unsure', problem: 'limit' }
        if (isWaiting()) return { says: 'unsure', problem: 'asked_to_wait' }
        // Outside the breaker, for which this is neither a failure nor a success.
        if (!this.#take(asker)) return { says: 'unsure', problem: 'limit' }
        return await this.#breaker.run(() => this.#send(url, question, read))
      })
    } catch (error) {
      if (error instanceof Failed) return error.answer as T
      return { says: 'unsure', problem: problemOf(error, question.signal) }
    }
  }

  #inTurn<T>(asker: NeighbourAsker, work: () => Promise<T>): Promise<T> {
    const run = () => this.#gate.run(asker, work)
    return asker.isLookup ? this.#lookups.run(asker, run) : run()
  }

  async #send<T extends Failing>(
    url: string,
    question: Omit<OutgoingQuestion, 'maxBytes'>,
    read: (reply: Reply) => T,
  ): Promise<T> {
    const { status, body, headers } = await askGuarded(url, { ...question, maxBytes: maxAnswerBytes })
    if (status === 429 || status === 503) this.#wait(headers['retry-after'])
    const answer = read({ status, body })
    if (answer.problem !== undefined || answer.flaw !== undefined) throw new Failed(answer)
    return answer
  }

  /** Counts a question, and returns false if there have been too many, from anybody or from a group of this asker. */
  #take({ groups }: Asker): boolean {
    return groups.every((group) => this.#shares.memo(group)?.take()) && this.#bucket.take()
  }

  #wait(seconds = ''): void {
    if (!/^\d{1,9}$/.test(seconds)) return
    this.#waitUntil = this.#monotonic() + Math.min(Number(seconds) * 1000, maxRetryAfterMs)
  }
}

function problemOf(error: unknown, signal: AbortSignal): NeighbourProblem {
  if (error instanceof BreakerOpen) return 'failing'
  if (error instanceof TurnedAway) return 'limit'
  if (error instanceof AddressRefused) return 'address_private'
  if (error instanceof ResponseTooLarge) return 'too_large'
  if (error instanceof ResponseEncoded) return 'encoded'
  return signal.aborted ? 'timeout' : 'connection'
}
