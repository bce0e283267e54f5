import { type Clock, monotonicClock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { BreakerOpen } from '../../lib/net/breaker.ts'
import {
  AddressRefused,
  askGuarded,
  isOurFailure,
  type OutgoingQuestion,
  ResponseEncoded,
  ResponseTooLarge,
} from '../../lib/net/outgoing.ts'
import { SubjectBreaker } from '../../lib/net/subject-breaker.ts'
import { beginsInMs, isWhole } from '../../lib/net/time-limit.ts'
import { FairGate } from '../../lib/queue/fair-gate.ts'
import { TurnedAway } from '../../lib/queue/gate.ts'
import type { NeighbourProblem } from '../../model/community/neighbour.ts'
import type { Reply } from './answers.ts'
import { type NeighbourAsker, QuestionBudget } from './question-budget.ts'

export const maxAtOnce = 16
/** The others are for joins. */
export const maxLookupsAtOnce = 12
/** For joins of players that are known, although strangers have all other places at a slow neighbour. */
export const moreForKnown = 2
/** An asker waits for its turn behind its own questions. */
export const maxWaiting = { all: 64, group: 16 }
export const maxFailuresInARow = 5
export const breakerPauseMs = 10_000
/** The longest time for which a neighbour may ask us to wait. */
const maxRetryAfterMs = minuteMs
export const maxAnswerBytes = 64 * 1024

/** A question with the player it is about and the asker on whose behalf it is sent. */
export interface LineQuestion extends Omit<OutgoingQuestion, 'maxBytes'> {
  url: string
  asker: NeighbourAsker
  /** The player, whose failures are not those of others. */
  about: string
}

/** Carries an answer that counts as a failure past the breaker. */
class Failed<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('a neighbour failed')
    this.answer = answer
  }
}

/** Thrown for a failure that is ours: a question that had waited so long that there was not enough time for an answer. */
class Unheard extends Error {
  override name = 'Unheard'
}

/**
 * All requests to one neighbour: so many a minute, so many at once, and none for a while after repeated failures. Only
 * what the neighbour did in its full time counts as its failure, and a well-formed answer about a player never does.
 */
export class NeighbourLine {
  readonly #monotonic: Clock
  readonly #gate = new FairGate(() => maxAtOnce + moreForKnown, maxWaiting)
  readonly #others = new FairGate(() => maxAtOnce, maxWaiting)
  readonly #lookups = new FairGate(() => maxLookupsAtOnce, maxWaiting)
  readonly #breaker: SubjectBreaker
  readonly #budget: QuestionBudget
  #waitUntil = Number.NEGATIVE_INFINITY

  /** `perMinute` is the number of questions a minute. */
  constructor(monotonic: Clock, perMinute: number) {
    this.#monotonic = monotonic
    const counts = (error: unknown) => !(error instanceof Unheard)
    this.#breaker = new SubjectBreaker(monotonic, maxFailuresInARow, breakerPauseMs, counts)
    this.#budget = new QuestionBudget(monotonic, perMinute)
  }

  /** Sends one request, which is never repeated, and returns what `read` makes of the response. Never throws. */
  async ask<T extends { says: string; problem?: NeighbourProblem }>(
    question: LineQuestion,
    read: (reply: Reply) => T,
  ): Promise<T | { says: 'unsure'; problem: NeighbourProblem }> {
    const { asker, about, signal } = question
    const isWaiting = () => this.#monotonic() < this.#waitUntil
    if (isWaiting()) return { says: 'unsure', problem: 'asked_to_wait' }
    const askedAt = monotonicClock()
    try {
      return await this.#inTurn(asker, async () => {
        if (signal.aborted) throw new Unheard()
        if (isWaiting()) return { says: 'unsure', problem: 'asked_to_wait' }
        // Outside the breaker, for which this is neither a failure nor a success.
        if (!this.#budget.take(asker)) return { says: 'unsure', problem: 'limit' }
        const hasFullTime = isWhole(signal) && monotonicClock() - askedAt <= beginsInMs
        return await this.#breaker.run(about, () => this.#send(question, read, hasFullTime))
      })
    } catch (error) {
      if (error instanceof Failed) return error.answer as T
      return { says: 'unsure', problem: problemOf(error, signal) }
    }
  }

  #inTurn<T>(asker: NeighbourAsker, work: () => Promise<T>): Promise<T> {
    // Inside a game server, its players' networks take turns.
    const turn = { ...asker, groups: [...asker.groups, ...(asker.player ?? [])] }
    const run = () => this.#gate.run(turn, work)
    if (asker.isKnown && !asker.isLookup) return run()
    const runAsOther = () => this.#others.run(turn, run)
    return asker.isLookup ? this.#lookups.run(turn, runAsOther) : runAsOther()
  }

  async #send<T extends { problem?: NeighbourProblem }>(
    { url, headers, body: sent, signal, accepts }: LineQuestion,
    read: (reply: Reply) => T,
    hasFullTime: boolean,
  ): Promise<T> {
    const question = { headers, body: sent, signal, accepts }
    try {
      const {
        status,
        body,
        headers: heard,
      } = await askGuarded(url, { ...question, maxBytes: maxAnswerBytes })
      if (status === 429 || status === 503) this.#wait(heard['retry-after'])
      const answer = read({ status, body })
      if (answer.problem !== undefined) throw new Failed(answer)
      return answer
    } catch (error) {
      if ((signal.aborted && !hasFullTime) || isOurFailure(error)) throw new Unheard()
      throw error
    }
  }

  #wait(seconds = ''): void {
    if (!/^\d{1,9}$/.test(seconds)) return
    this.#waitUntil = this.#monotonic() + Math.min(Number(seconds) * 1000, maxRetryAfterMs)
  }
}

function problemOf(error: unknown, signal: AbortSignal): NeighbourProblem {
  if (error instanceof BreakerOpen) return 'failing'
  if (error instanceof TurnedAway || error instanceof Unheard) return 'limit'
  if (error instanceof AddressRefused) return 'address_private'
  if (error instanceof ResponseTooLarge) return 'too_large'
  if (error instanceof ResponseEncoded) return 'encoded'
  return signal.aborted ? 'timeout' : 'connection'
}
