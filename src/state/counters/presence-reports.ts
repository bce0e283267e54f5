import { type PresenceStatus, presenceStatuses } from '../../model/game/friends.ts'

/** Counts the reports of games by what they say, since the process began. */
export class PresenceReports {
  // A counter that begins at one has no rate.
  readonly #counts = new Map<PresenceStatus, number>(presenceStatuses.map((status) => [status, 0]))

  add(status: PresenceStatus): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1)
  }

  entries(): Iterable<readonly [PresenceStatus, number]> {
    return this.#counts.entries()
  }
}
