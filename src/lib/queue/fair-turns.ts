import { FairLine } from './fair-line.ts'

/** The most calls that begin in one turn of the event loop for one network, and in total for calls that have waited. */
export const begunPerTurn = 8

/** If more calls are waiting, the next one begins at once, because nothing is rejected here. */
export const maxWaiting = 2000

/** After this many consecutive calls from one network, no other network is considered active. */
const aloneAfter = 10_000

interface Waiting {
  network: string
  begin: () => void
}

/**
 * Spreads calls that one network sends at once over several turns of the event loop, so that requests of other networks
 * are read in between. While only one network sends, all of its calls begin at once.
 */
export class FairTurns {
  readonly #line = new FairLine<Waiting>([])
  /** The number of calls that have begun in this turn, by network. */
  readonly #begun = new Map<string, number>()
  #isTurnOpen = false
  #last: string | undefined
  #inRow = aloneAfter

  /** Calls `begin` now or in one of the next turns. `groups` are those of `networkGroups`. */
  begin(groups: readonly string[], begin: () => void): void {
    const [network = ''] = groups
    if (this.#isAlone(network) || this.#line.size >= maxWaiting) begin()
    else if (!this.#line.has(network) && (this.#begun.get(network) ?? 0) < begunPerTurn)
      this.#begin({ network, begin })
    else this.#line.push(groups, { network, begin })
  }

  #isAlone(network: string): boolean {
    if (network === this.#last || this.#last === undefined) this.#inRow++
    else this.#inRow = 0
    this.#last = network
    return this.#inRow >= aloneAfter
  }

  #begin({ network, begin }: Waiting): void {
    this.#begun.set(network, (this.#begun.get(network) ?? 0) + 1)
    if (!this.#isTurnOpen) setImmediate(this.#endTurn)
    this.#isTurnOpen = true
    begin()
  }

  readonly #endTurn = (): void => {
    this.#begun.clear()
    this.#isTurnOpen = false
    for (let count = 0; count < begunPerTurn; count++) {
      const next = this.#line.shift()
      if (!next) return
      this.#begin(next)
    }
  }
}
