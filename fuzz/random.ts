/** Reproducible randomness: the same seed and index give the same draws (sfc32, seeded by a hash). */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, index: number) {
    this.#a = mix(seed)
    this.#b = mix(index + 0x9e3779b9)
    this.#c = mix(seed ^ mix(index))
    for (let i = 0; i < 12; i++) this.#draw()
  }

  #draw(): number {
    const t = (this.#a + this.#b + this.#counter++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0
    return t >>> 0
  }

  /** Returns a whole number from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor((this.#draw() / 2 ** 32) * bound)
  }

  chance(probability: number): boolean {
    return this.#draw() / 2 ** 32 < probability
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value
  }

  /** Returns a size up to `max`: often a small one, sometimes `max` or close to it. */
  size(max: number): number {
    if (this.chance(0.3)) return Math.max(0, max - this.below(3))
    return Math.floor(2 ** ((this.#draw() / 2 ** 32) * Math.log2(max + 1)))
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length)
    for (let i = 0; i < length; i++) bytes[i] = this.#draw()
    return bytes
  }
}

function mix(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return x ^ (x >>> 15)
}
