import type { Clock } from '../measure/clock.ts'
import { RecentMap } from '../measure/recent-map.ts'
import { Breaker } from './breaker.ts'

/** Further subjects displace those that were asked about longest ago, which lose their count. */
const maxSubjects = 1000

/**
 * A circuit breaker for work about many subjects, such as players. What fails about one of them, however often, keeps
 * only that one out: for all, a subject counts once. So a server that fails about everything is left alone after
 * `maxFailures` consecutive failures about different subjects, and one with a single odd player is not.
 */
export class SubjectBreaker {
  readonly #counts: (error: unknown) => boolean
  readonly #all: Breaker
  readonly #own = new RecentMap<string, Breaker>({ max: maxSubjects })
  readonly #make: () => Breaker
  /** The subjects that have failed since the last success. Work that runs at the same time is all that is added. */
  readonly #failing = new Set<string>()

  /** `counts` returns false for an error that says nothing about the other side. */
  constructor(
    monotonic: Clock,
    maxFailures: number,
    pauseMs: number,
    counts: (error: unknown) => boolean = () => true,
  ) {
    this.#counts = counts
    this.#all = new Breaker(monotonic, maxFailures, pauseMs)
    this.#make = () => new Breaker(monotonic, maxFailures, pauseMs)
  }

  /** Runs the work. Throws BreakerOpen, and whatever the work throws. */
  async run<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const own = this.#own.get(subject) ?? this.#make()
    this.#own.set(subject, own)
    // First, so that a subject that is kept out does not use the one attempt that all have after a pause.
    own.enter()
    this.#all.enter()
    try {
      const result = await work()
      own.succeeded()
      this.#all.succeeded()
      this.#failing.clear()
      return result
    } catch (error) {
      if (this.#counts(error)) this.#failed(subject, own)
      throw error
    }
  }

  #failed(subject: string, own: Breaker): void {
    own.failed()
    if (this.#all.isClosed && this.#failing.has(subject)) return
    this.#failing.add(subject)
    this.#all.failed()
  }
}
