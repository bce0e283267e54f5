/**
 * A line in which groups take turns. Each group, and each group within it, is served in order, one item per turn. When
 * the line or a group is full, the newest item of its longest group is dropped.
 */
export class FairLine<T> {
  readonly #max: number
  readonly #maxOfGroups: readonly number[]
  /** The waiting items, if this line is not divided into groups. */
  readonly #items: T[] = []
  /** The groups in the order of their next turn. */
  readonly #groups = new Map<string, FairLine<T>>()
  #size = 0

  /** Takes the maximum number of items in total, in each group, in each group of those, and so on. */
  constructor([max = Number.POSITIVE_INFINITY, ...maxOfGroups]: readonly number[]) {
    this.#max = max
    this.#maxOfGroups = maxOfGroups
  }

  get size(): number {
    return this.#size
  }

  /** Returns true if an item of this outermost group is waiting. */
  has(group: string): boolean {
    return this.#groups.has(group)
  }

  /** Adds an item, with its groups from the outermost to the innermost. Returns the dropped item, if any. */
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

  /** Drops the newest item of the longest group. Among equally long groups, it picks the one that was added to last. */
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
