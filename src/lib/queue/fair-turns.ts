import { FairLine } from './fair-line.ts'

/** Of one network so many begin in one turn of the event loop, and of all who wait together as many. */
const begunPerTurn = 8

/** With more in line what comes begins at once: nothing is refused here. */
const maxWaiting = 2000

/** After so many of one network in a row there is nobody else to let through. */
const aloneAfter = 10_000

interface Waiting {
  network: string
  begin: () => void
}

/**
 * Spreads what one network sends at once over turns of the event loop, so that whatever others send is read and
 * begun between. While only one network sends, all of it begins at once.
 */
export class FairTurns {
  readonly #line = new FairLine<Waiting>([])
  /** Of each network, how many have begun in this turn. */
  readonly #begun = new Map<string, number>()
  #isTurnOpen = false
  #last: string | undefined
  #inRow = aloneAfter

  /** Calls `begin` now, or in one of the next turns. `groups`: as networkGroups has them. */
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
