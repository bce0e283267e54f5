import { StacklessError } from '../process/stackless-error.ts'

/** Thrown if a gate did not let the caller through. Nothing was done, and a second later there may be room. */
export abstract class TurnedAway extends StacklessError {}

/** Returns true for a failure of the other side, which had its full time: breakers count these alone. */
export const isTheirs = (error: unknown): boolean => !(error instanceof TurnedAway)

/** Thrown if the queue of a gate is full. The caller should shed load rather than wait. */
export class GateFull extends TurnedAway {
  override name = 'GateFull'
}

/** Thrown if a gate did not let the caller through in time. */
export class GateTimeout extends TurnedAway {
  override name = 'GateTimeout'
}

/** Lets `width` pieces of work run at once, in order, and keeps at most `waiting` more in a queue. */
export class Gate {
  readonly #width: () => number
  readonly #waiting: number
  readonly #line: (() => void)[] = []
  #inside = 0

  /** `width` is called each time and must return at least one. */
  constructor(width: () => number, waiting: number) {
    this.#width = width
    this.#waiting = waiting
  }

  /** Runs the work when its turn comes. Throws GateFull. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // If there is room, the work begins at once and not in a later turn of the event loop.
    if (this.#inside < this.#width()) this.#inside++
    else await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /** Resolves once the caller is inside, who must then call `leave`. Throws GateFull and GateTimeout. */
  async enter(timeoutMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#inside < this.#width()) this.#inside++
    else if (this.#line.length >= this.#waiting) throw new GateFull()
    else await this.#queue(timeoutMs)
  }

  leave(): void {
    this.#inside--
    while (this.#inside < this.#width()) {
      const next = this.#line.shift()
      if (!next) return
      this.#inside++
      next()
    }
  }

  #queue(timeoutMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#line.splice(this.#line.indexOf(enter), 1)
      reject(new GateTimeout())
    }
    const timer = Number.isFinite(timeoutMs) ? setTimeout(giveUp, timeoutMs) : undefined
    const enter = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#line.push(enter)
    return promise
  }
}
