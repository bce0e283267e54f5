import { FairLine } from './fair-line.ts'
import { GateFull } from './gate.ts'

/** On whose behalf work is done. */
export interface Asker {
  /** The networks that the caller belongs to, the widest first, as returned by `networkGroups`. Groups take turns. */
  groups: readonly string[]
  /** True if the caller has proved who they are. Their line is served at least every second time. */
  isKnown?: boolean
}

/** The asker for work that the process does on its own behalf. */
export const processAsker: Asker = { groups: ['own'] }

/** Limits the callers that wait in one line. */
export interface LineLimits {
  all: number
  /** The limit for one group. Callers in narrower groups count for every group that contains them. */
  group: number
}

/**
 * The pause between two rejections, in milliseconds. Hundreds of callers that are rejected at once would come back at
 * once, and reading their requests would delay everyone else.
 */
export const betweenRefusalsMs = 2
/** If more rejections are pending, they are sent at once. */
export const maxPendingRejections = 1000

/**
 * A Gate for work that strangers ask for, in which a caller who asks for much waits behind their own work. When a line
 * is full, the newest item of the largest group is dropped, which leaves room for callers who ask for less.
 */
export class FairGate {
  readonly #width: () => number
  readonly #restMs: () => number
  readonly #known: FairLine<PromiseWithResolvers<void>>
  readonly #others: FairLine<PromiseWithResolvers<void>>
  /** Callers that were dropped but have not been rejected yet. */
  readonly #pendingRejections: PromiseWithResolvers<void>[] = []
  #refusing: NodeJS.Timeout | undefined
  #isKnownNext = true
  #inside = 0

  /**
   * `width` is called each time and must return at least one; `restMs` is called after each piece of work, and its place
   * stays empty for so many milliseconds.
   */
  constructor(width: () => number, { all, group }: LineLimits, restMs: () => number = () => 0) {
    this.#width = width
    this.#restMs = restMs
    this.#known = new FairLine([all, group])
    this.#others = new FairLine([all, group])
  }

  get waiting(): number {
    return this.#known.size + this.#others.size
  }

  /** Runs the work when its turn comes. Throws GateFull, possibly after waiting. */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (this.#isFree()) this.#inside++
    else await this.#queue(asker)
    try {
      return await work()
    } finally {
      const restMs = this.#restMs()
      if (restMs > 0) setTimeout(this.#leave, restMs)
      else this.#leave()
    }
  }

  readonly #leave = (): void => {
    this.#inside--
    this.#letIn()
  }

  /** Rejects all callers that are waiting now. */
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
    const isWaiting = this.#refusing !== undefined && this.#pendingRejections.length < maxPendingRejections
    if (isWaiting) this.#pendingRejections.push(dropped)
    else dropped.reject(new GateFull())
    this.#refusing ??= setTimeout(this.#refuseNext, betweenRefusalsMs)
  }

  readonly #refuseNext = (): void => {
    this.#refusing = undefined
    const next = this.#pendingRejections.shift()
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
