/** How often something has taken how long, in seconds: counts a bucket each, as cheap as counting gets. */
export class Durations {
  /** The longest duration of each bucket, in seconds, rising; what takes longer is in the last count. */
  readonly bounds: readonly number[]
  /** One more than there are bounds. */
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
