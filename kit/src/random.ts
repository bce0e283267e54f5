/** Chance that a seed repeats. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** A number from 0 up to, and without, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('')
  }

  /** A UUID of version 4 without hyphens. */
  uuid(): string {
    const hex = this.hex(32)
    return `${hex.slice(0, 12)}4${hex.slice(13, 16)}a${hex.slice(17)}`
  }

  /** A name that fits every server's rule, and that nobody has. */
  name(): string {
    return `Check_${this.hex(9)}`
  }

  /** A serverId, on which client and server agree, as games write it: a SHA-1 as a signed number in hexadecimal. */
  serverId(): string {
    return `${this.below(2) ? '-' : ''}${this.hex(40).replace(/^0+/, '')}`
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
}
