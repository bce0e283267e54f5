import type { Writable } from 'node:stream'

/** How long lines are apart where nobody watches, and redrawings of the bar where somebody does. */
const pauses = { line: 10_000, bar: 100 }

const width = 24

/** Says how far long work has come: a bar on a terminal, a line now and then elsewhere. */
export class Progress {
  readonly #to: Writable
  readonly #isBar: boolean
  readonly #unit: string
  readonly #start = performance.now()
  #said = this.#start

  /** `unit`: what is counted, in the plural. */
  constructor(to: Writable & { isTTY?: boolean }, unit: string) {
    this.#to = to
    this.#unit = unit
    this.#isBar = to.isTTY === true
  }

  /** `share` from 0 to 1, or undefined where the whole is not known. */
  update(count: number, share: number | undefined): void {
    const now = performance.now()
    if (now - this.#said < (this.#isBar ? pauses.bar : pauses.line)) return
    this.#said = now
    const seconds = (now - this.#start) / 1000
    const rate = `${grouped(count)} ${this.#unit}, ${grouped(Math.round(count / seconds))}/s`
    const left = share ? `, ${duration((seconds / share) * (1 - share))} left` : ''
    if (!this.#isBar) this.#to.write(`${share === undefined ? '' : `${percent(share)}, `}${rate}${left}\n`)
    else
      this.#to.write(
        `\r${share === undefined ? '' : `${bar(share)} ${percent(share)}, `}${rate}${left}\u001B[K`,
      )
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#isBar) this.#to.write('\r\u001B[K')
  }
}

const grouped = (count: number): string => count.toLocaleString('en')
const percent = (share: number): string => `${Math.floor(share * 100)}%`.padStart(4)

function bar(share: number): string {
  const full = Math.round(share * width)
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
