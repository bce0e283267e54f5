import { isThisMachine } from './hosts.ts'
import { Pace } from './pace.ts'

/** Requests a second that other machines are asked at most. */
export const mostElsewhere = 5

/** Decides by the host how fast it may be asked: a root, and textures, may be on another machine than the address. */
export class Paces {
  readonly #here: Pace
  readonly #elsewhere: Pace
  readonly #isHere: (host: string) => Promise<boolean>
  readonly #known = new Map<string, Promise<boolean>>()

  /** `rate` is in requests a second; undefined where the kind of host decides alone. */
  constructor(
    rate: number | undefined,
    now: () => number,
    sleep: (ms: number) => Promise<void>,
    isHere = isThisMachine,
  ) {
    this.#here = new Pace(rate ?? Number.POSITIVE_INFINITY, now, sleep)
    this.#elsewhere = new Pace(Math.min(rate ?? mostElsewhere, mostElsewhere), now, sleep)
    this.#isHere = isHere
  }

  /** Resolves when the next request to this host may be sent. */
  async turn(host: string): Promise<void> {
    let isHere = this.#known.get(host)
    if (!isHere) this.#known.set(host, (isHere = this.#isHere(host)))
    await ((await isHere) ? this.#here : this.#elsewhere).turn()
  }
}
