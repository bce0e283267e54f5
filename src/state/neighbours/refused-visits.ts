import { LRUCache } from 'lru-cache'
import { fold } from '../../lib/text/fold.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'

/** A player of a neighbour who was not let in. With NORN_NEIGHBOURS=watch, who would not have been. */
export interface RefusedVisit {
  at: number
  /** The name of the game server. */
  server: string
  username: string
  reason: VisitRefusal
}

const maxKept = 50

/** The latest refusals that this process has seen: the last one of each name at each game server. */
export class RefusedVisits {
  readonly #visits = new LRUCache<string, RefusedVisit>({ max: maxKept })

  add(visit: RefusedVisit): void {
    this.#visits.set(`${visit.server} ${fold(visit.username)}`, visit)
  }

  /** Returns the newest first. */
  latest(): RefusedVisit[] {
    return [...this.#visits.values()]
  }
}
