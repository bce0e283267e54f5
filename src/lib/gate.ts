/** Thrown by a gate whose queue is full: the caller sheds load instead of waiting without end. */
export class GateFull extends Error {
  override name = 'GateFull'
}

/** Lets `width` pieces of work through at once and keeps at most `waiting` more in line. */
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

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#width()) this.#inside++
    else if (this.#line.length >= this.#waiting) throw new GateFull()
    else await new Promise<void>((enter) => this.#line.push(enter))
    try {
      return await work()
    } finally {
      this.#inside--
      this.#letIn()
    }
  }

  #letIn(): void {
    while (this.#inside < this.#width()) {
      const next = this.#line.shift()
      if (!next) return
      this.#inside++
      next()
    }
  }
}
