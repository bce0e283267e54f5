import { StacklessError } from '../process/stackless-error.ts'

/** A gate has not let the caller through: nothing was done, and a second later there may be room. */
export abstract class TurnedAway extends StacklessError {}

/** Thrown by a gate whose queue is full: the caller sheds load instead of waiting without end. */
export class GateFull extends TurnedAway {
  override name = 'GateFull'
}

/** Thrown by a gate that has not let the caller through in time. */
export class GateTimeout extends TurnedAway {
  override name = 'GateTimeout'
}

/** Lets `width` pieces of work through at once, in order, and keeps at most `waiting` more in line. */
export class Gate {
  readonly #width: () => number
  readonly #waiting: number
  readonly #line: (() => void)[] = []
  #inside = 0

  /** `width` is asked each time; it is never less than one. */
  constructor(width: () => number, waiting: number) {
    this.#width = width
    this.#waiting = waiting
  }

  /** Throws GateFull. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // Where there is room the work begins at once, not a turn later.
    if (this.#inside < this.#width()) this.#inside++
    else await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /** Resolves once inside; `leave` is then the caller's to call. Throws GateFull, GateTimeout. */
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
