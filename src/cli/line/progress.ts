import type { Writable } from 'node:stream'

/** Milliseconds between two lines in a log, and between two redraws of the bar on a terminal. */
const intervalMs = { line: 10_000, bar: 100 }

const barWidth = 24

/** Shows the progress of long work: a bar on a terminal, a line every ten seconds elsewhere. */
export class Progress {
  readonly #to: Writable
  readonly #isBar: boolean
  readonly #unit: string
  readonly #start = performance.now()
  #updatedAt = this.#start

  /** `unit` is what is counted, in the plural. */
  constructor(to: Writable & { isTTY?: boolean }, unit: string) {
    this.#to = to
    this.#unit = unit
    this.#isBar = to.isTTY === true
  }

  /** `share` is the part that is done, from 0 to 1; undefined if the total is unknown. */
  update(count: number, share: number | undefined): void {
    const now = performance.now()
    if (now - this.#updatedAt < (this.#isBar ? intervalMs.bar : intervalMs.line)) return
    this.#updatedAt = now
    const seconds = (now - this.#start) / 1000
    const rate = `${grouped(count)} ${this.#unit}, ${grouped(Math.round(count / seconds))}/s`
    const left = share ? `, ${duration((seconds / share) * (1 - share))} left` : ''
    if (!this.#isBar) this.#to.write(`${share === undefined ? '' : `${percent(share)}, `}${rate}${left}\n`)
    else
      this.#to.write(
        `\r${share === undefined ? '' : `${bar(share)} ${percent(share)}, `}${rate}${left}\u001B[K`,
      )
  }

  end(): void {
    if (this.#isBar) this.#to.write('\r\u001B[K')
  }
}

const grouped = (count: number): string => count.toLocaleString('en')
const percent = (share: number): string => `${Math.floor(share * 100)}%`.padStart(4)

function bar(share: number): string {
  const full = Math.round(share * barWidth)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}]`
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
