// Stations with queues, and a clock that jumps from event to event. Times are in microseconds.

/** Returns numbers from 0 to 1 that are always the same for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns factors with a mean of 1 and this coefficient of variation, of a lognormal distribution. */
export function spread(random: () => number, variation: number): () => number {
  const variance = Math.log(1 + variation * variation)
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.exp(Math.sqrt(variance) * normal - variance / 2)
  }
}

interface Event {
  at: number
  order: number
  happen: () => void
}

export class Clock {
  now = 0
  #order = 0
  readonly #heap: Event[] = []

  after(delay: number, happen: () => void): void {
    const event = { at: this.now + delay, order: ++this.#order, happen }
    const heap = this.#heap
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(event, heap[parent] as Event)) break
      heap[place] = heap[parent] as Event
      place = parent
    }
    heap[place] = event
  }

  /** Lets everything happen until this time. */
  runUntil(end: number): void {
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst()
      this.now = next.at
      next.happen()
    }
    this.now = end
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop() as Event
    if (heap.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child++
      if (!isBefore(heap[child] as Event, last)) break
      heap[place] = heap[child] as Event
      place = child
    }
    heap[place] = last
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** Some equal servers with one queue, such as an event loop, or the cores of a database. */
export class Station {
  /** The time that its servers have worked. */
  worked = 0
  readonly clock: Clock
  readonly servers: number
  #free: number
  #waiting: (readonly [service: number, done: () => void])[] = []
  #head = 0

  constructor(clock: Clock, servers: number) {
    this.clock = clock
    this.servers = servers
    this.#free = servers
  }

  serve(service: number, done: () => void): void {
    if (this.#free === 0) this.#waiting.push([service, done])
    else this.#start(service, done)
  }

  #start(service: number, done: () => void): void {
    this.#free--
    this.worked += service
    this.clock.after(service, () => {
      this.#free++
      const next = this.#waiting[this.#head]
      if (next) {
        this.#head++
        if (this.#head > 10_000) {
          this.#waiting = this.#waiting.slice(this.#head)
          this.#head = 0
        }
        this.#start(...next)
      }
      done()
    })
  }
}

/** Writes that share commits, some commits at once, each of so many writes (docs/decisions/0100). */
export class Commits {
  readonly clock: Clock
  readonly limits: { atOnce: number; writes: number; duration: () => number }
  #running = 0
  #waiting: (() => void)[] = []

  constructor(clock: Clock, limits: Commits['limits']) {
    this.clock = clock
    this.limits = limits
  }

  join(done: () => void): void {
    this.#waiting.push(done)
    this.#begin()
  }

  #begin(): void {
    const { atOnce, writes, duration } = this.limits
    if (this.#running === atOnce || this.#waiting.length === 0) return
    this.#running++
    const together = this.#waiting.slice(0, writes)
    this.#waiting = this.#waiting.slice(writes)
    this.clock.after(duration(), () => {
      this.#running--
      for (const done of together) done()
      this.#begin()
    })
  }
}
