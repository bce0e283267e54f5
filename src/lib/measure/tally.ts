/** Counts pairs of words, both from a small, fixed set. */
export class Tally<First extends string, Second extends string> {
  readonly #counts = new Map<First, Map<Second, number>>()

  add(first: First, second: Second, count = 1): void {
    let bySecond = this.#counts.get(first)
    if (!bySecond) {
      bySecond = new Map()
      this.#counts.set(first, bySecond)
    }
    bySecond.set(second, (bySecond.get(second) ?? 0) + count)
  }

  *entries(): Generator<readonly [First, Second, number]> {
    for (const [first, bySecond] of this.#counts) {
      for (const [second, count] of bySecond) yield [first, second, count]
    }
  }
}
