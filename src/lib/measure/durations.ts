/** Counts durations in buckets, which is as cheap as measuring gets. Durations are in seconds. */
export class Durations {
  /** The upper bound of each bucket, in seconds, ascending. Longer durations are counted in the last bucket. */
  readonly bounds: readonly number[]
  /** The count of each bucket. There is one more bucket than bounds. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(seconds: number): void {
    let bucket = 0
    while (bucket < this.bounds.length && seconds > (this.bounds[bucket] ?? 0)) bucket++
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += seconds
  }
}
