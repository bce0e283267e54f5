/** Whether something has happened within the last so many milliseconds. */
export class Recently {
  readonly #milliseconds: number
  #last = Number.NEGATIVE_INFINITY

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** It happens now. */
  note(): void {
    this.#last = performance.now()
  }

  get lately(): boolean {
    return performance.now() - this.#last < this.#milliseconds
  }
}
