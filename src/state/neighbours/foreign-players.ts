import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import type { JoinAnswer, NameAnswer } from '../../model/community/neighbour.ts'
import { nameIn } from './answers.ts'
import type { AskedNeighbour, Neighbours } from './neighbours.ts'
import type { NeighbourAsker } from './question-budget.ts'

export const keptForMs = { yes: 10 * minuteMs, no: minuteMs }

/** About 300 bytes each. */
export const maxKept = 5000
/** In characters, since textures may be large. */
const maxProfiles = 4_000_000

/** The most names that every service we know takes in one request: the default of Blessing Skin. */
const namesAtOnce = 5

/**
 * The players that neighbours have when somebody looks them up. Answers are kept for a while, but for those that are
 * unsure. Whether a player may join is never decided by what is kept here.
 */
export class ForeignPlayers {
  readonly #neighbours: Pick<Neighbours, 'askName' | 'askNames' | 'askProfile'>
  readonly #players: LRUCache<string, NameAnswer>
  readonly #profiles: LRUCache<string, JoinAnswer>
  /** Apart from the others, so that unknown names displace only each other. */
  readonly #nobody: LRUCache<string, { says: 'no' }>

  constructor(neighbours: Pick<Neighbours, 'askName' | 'askNames' | 'askProfile'>, monotonic: Clock) {
    this.#neighbours = neighbours
    const times = { ttlResolution: 0, perf: { now: monotonic } }
    this.#players = new LRUCache({ ...upTo(maxKept), ttl: keptForMs.yes, ...times })
    this.#nobody = new LRUCache({ ...upTo(maxKept), ttl: keptForMs.no, ...times })
    this.#profiles = new LRUCache({
      maxSize: maxProfiles,
      sizeCalculation: (answer) => Math.max(300 + sizeOf(answer), maxProfiles / maxKept),
      ttl: keptForMs.yes,
      ...times,
    })
  }

  /** Returns which players of a neighbour have these names, in any letter case, by name. Never throws. */
  async named(
    neighbour: AskedNeighbour,
    usernames: readonly string[],
    asker: NeighbourAsker,
    signal: AbortSignal,
  ): Promise<Map<string, NameAnswer>> {
    const { names } = neighbour.addresses
    const url = 'bulk' in names ? names.bulk : names.single
    const keyOf = (username: string) => `${url} ${username}`
    const answers = new Map<string, NameAnswer>()
    for (const username of usernames) {
      const known = this.#players.get(keyOf(username)) ?? this.#nobody.get(keyOf(username))
      if (known) answers.set(username, known)
    }
    const unknown = usernames.filter((username) => !answers.has(username))
    const ask = async (some: readonly string[]) => {
      const [first = ''] = some
      if ('bulk' in names) {
        const answer = await this.#neighbours.askNames(neighbour, names.bulk, some, asker, signal)
        return some.map((username) => [username, nameIn(answer, username)] as const)
      }
      return [[first, await this.#neighbours.askName(neighbour, first, asker, signal)] as const]
    }
    const asked = await Promise.all(parts(unknown, 'bulk' in names ? namesAtOnce : 1).map(ask))
    for (const [username, answer] of asked.flat()) {
      answers.set(username, answer)
      if (answer.says === 'yes') this.#players.set(keyOf(username), answer)
      if (answer.says === 'no') this.#nobody.set(keyOf(username), answer)
    }
    return answers
  }

  /** Returns the profile that a neighbour has for a UUID. Never throws. */
  async profile(
    neighbour: AskedNeighbour,
    id: string,
    asker: NeighbourAsker,
    signal: AbortSignal,
  ): Promise<JoinAnswer> {
    const key = `${neighbour.addresses.profile} ${id}`
    const known = this.#profiles.get(key) ?? this.#nobody.get(key)
    if (known) return known
    const answer = await this.#neighbours.askProfile(neighbour, id, asker, signal)
    if (answer.says === 'yes') this.#profiles.set(key, answer)
    if (answer.says === 'no') this.#nobody.set(key, answer)
    return answer
  }
}

const sizeOf = (answer: JoinAnswer): number =>
  'profile' in answer ? (answer.profile.textures?.value.length ?? 0) : 0

const parts = (names: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, number) =>
    names.slice(number * size, (number + 1) * size),
  )
