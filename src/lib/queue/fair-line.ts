/**
 * A line that groups take turns in: each group, and each group within it, is served in order, and groups one
 * item at a time. Where the line, or one group, is full the newest item of the longest group goes.
 */
export class FairLine<T> {
  readonly #max: number
  readonly #maxOfGroups: readonly number[]
  /** Those who wait, where this is a group without groups. */
  readonly #items: T[] = []
  /** In the order of their next turn. */
  readonly #groups = new Map<string, FairLine<T>>()
  #size = 0

  /** The most items in all, in each group, in each group of these; without a number there is no bound. */
  constructor([max = Number.POSITIVE_INFINITY, ...maxOfGroups]: readonly number[]) {
    this.#max = max
    this.#maxOfGroups = maxOfGroups
  }

  get size(): number {
    return this.#size
  }

  /** Whether somebody of this widest group waits. */
  has(group: string): boolean {
    return this.#groups.has(group)
  }

  /** Groups from the widest to the narrowest. Answers what had to go, perhaps the item itself. */
  push([name, ...narrower]: readonly string[], item: T): T | undefined {
    if (name === undefined) {
      this.#items.push(item)
    } else {
      const group = this.#groups.get(name) ?? new FairLine<T>(this.#maxOfGroups)
      this.#groups.set(name, group)
      const dropped = group.push(narrower, item)
      if (dropped !== undefined) return dropped
    }
    this.#size++
    return this.#size > this.#max
      ? this.#dropNewest(name === undefined ? [] : [name, ...narrower])
      : undefined
  }

  shift(): T | undefined {
    const [next] = this.#groups
    const item = next ? next[1].shift() : this.#items.shift()
    if (item !== undefined) this.#size--
    if (next) {
      const [name, group] = next
      this.#groups.delete(name)
      if (group.size > 0) this.#groups.set(name, group)
    }
    return item
  }

  /** Of the longest group; of several, that of whoever came last. */
  #dropNewest([last, ...narrower]: readonly string[]): T | undefined {
    this.#size--
    let longest = last
    let group = last === undefined ? undefined : this.#groups.get(last)
    for (const [name, each] of this.#groups) {
      if (each.size > (group?.size ?? 0)) [longest, group] = [name, each]
    }
    if (!group || longest === undefined) return this.#items.pop()
    const item = group.#dropNewest(longest === last ? narrower : [])
    if (group.size === 0) this.#groups.delete(longest)
    return item
  }
}
