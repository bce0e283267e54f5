/** A message that has arrived, at `at` by the monotonic clock in milliseconds; if several times, with the same id. */
export interface Arrival {
  text: string
  at: number[]
}

/** By the id that the service gave to the message. */
export interface Arrivals extends ReadonlyMap<string, Arrival> {
  take(id: string, text: string): void
}

export function arrivals(): Arrivals {
  const all = new Map<string, Arrival>()
  return Object.assign(all, {
    take(id: string, text: string) {
      const known = all.get(id)
      if (known) known.at.push(performance.now())
      else all.set(id, { text, at: [performance.now()] })
    },
  })
}
