import { FairLine } from './fair-line.ts'
import { GateFull } from './gate.ts'

/** On whose behalf work is done. */
export interface Asker {
  /** From the widest group to the narrowest, as networkGroups has them; groups take turns. */
  groups: readonly string[]
  /** Somebody who has proved who they are before: theirs is a line of its own, next at least every second time. */
  isKnown?: boolean
}

/** What the process does of itself. */
export const ownWork: Asker = { groups: ['own'] }

/** How many may wait in one line. */
export interface LineLimits {
  all: number
  /** Of one group; what narrower groups hold counts for all that they are in. */
  group: number
}

/**
 * So long until the next of those who are turned away is told. Hundreds told at once would all come back at once,
 * too, and be in everybody's way for as long as it takes to read what they ask.
 */
const betweenRefusalsMs = 2
/** With more to be told they are told at once. */
const maxUntold = 1000

/**
 * As Gate, where strangers share it: whoever asks for much waits behind himself. A full line drops the newest
 * of the group that has most in it, so that there is room for whoever has less.
 */
export class FairGate {
  readonly #width: () => number
  readonly #known: FairLine<PromiseWithResolvers<void>>
  readonly #others: FairLine<PromiseWithResolvers<void>>
  /** Dropped, and not told yet. */
  readonly #untold: PromiseWithResolvers<void>[] = []
  #refusing: NodeJS.Timeout | undefined
  #isKnownNext = true
  #inside = 0

  /** `width` is asked each time; it is never less than one. */
  constructor(width: () => number, { all, group }: LineLimits) {
    this.#width = width
    this.#known = new FairLine([all, group])
    this.#others = new FairLine([all, group])
  }

  get waiting(): number {
    return this.#known.size + this.#others.size
  }

  /** Throws GateFull, also while waiting. */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (this.#isFree()) this.#inside++
    else await this.#queue(asker)
    try {
      return await work()
    } finally {
      this.#inside--
      this.#letIn()
    }
  }

  /** Rejects everybody who waits now. */
  turnAway(reason: unknown): void {
    for (let next = this.#next(); next; next = this.#next()) next.reject(reason)
  }

  #isFree(): boolean {
    return this.#inside < this.#width() && this.waiting === 0
  }

  #queue({ groups, isKnown = false }: Asker): Promise<void> {
    const place = Promise.withResolvers<void>()
    const dropped = (isKnown ? this.#known : this.#others).push(groups, place)
    this.#letIn()
    if (dropped) this.#refuse(dropped)
    return place.promise
  }

  #refuse(dropped: PromiseWithResolvers<void>): void {
    const isWaiting = this.#refusing !== undefined && this.#untold.length < maxUntold
    if (isWaiting) this.#untold.push(dropped)
    else dropped.reject(new GateFull())
    this.#refusing ??= setTimeout(this.#refuseNext, betweenRefusalsMs)
  }

  readonly #refuseNext = (): void => {
    this.#refusing = undefined
    const next = this.#untold.shift()
    if (next) this.#refuse(next)
  }

  #letIn(): void {
    while (this.#inside < this.#width()) {
      const next = this.#next()
      if (!next) return
      this.#inside++
      next.resolve()
    }
  }

  #next(): PromiseWithResolvers<void> | undefined {
    const [first, second] = this.#isKnownNext ? [this.#known, this.#others] : [this.#others, this.#known]
    this.#isKnownNext = !this.#isKnownNext
    return first.shift() ?? second.shift()
  }
}
