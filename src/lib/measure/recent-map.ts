/**
 * A map that keeps at least half of `max` entries, those that were last set or found, and never more than `max`. Unlike
 * an LRU cache it has no order to maintain, which costs more than finding an entry.
 */
export class RecentMap<Key, Value extends number | object> {
  readonly #half: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor({ max }: { max: number }) {
    this.#half = max / 2
  }

  get(key: Key): Value | undefined {
    const known = this.#young.get(key)
    if (known !== undefined) return known
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
