import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import type { Asker } from '../../lib/queue/fair-gate.ts'

/** On whose behalf a neighbour is asked. `groups` are those of the game server, and `isKnown` is about the player. */
export interface NeighbourAsker extends Asker {
  /** True if nobody is joining. */
  isLookup?: boolean
  /** True at the link door, where nobody waits in a game. */
  isAtDoor?: boolean
  /** The player's own networks, the widest first, if they are known. */
  player?: readonly string[]
  /** True if the name was "no" again and again, so that it does not go first any more. */
  isDoubtful?: boolean
}

/** The share of a neighbour's questions that one network or one game server may cause. */
const share = 0.75
export const maxGroups = 1000

/** The share of the link door. */
const doorShare = 0.2

/** Ends the keys of networks there. */
const atDoor = ' at the door'

/** The share of one player's network, for which it counts as one that asks for little. */
const playerShare = 0.05
/** The factors for a /64, its /56 and its /48: the wider a network, the more people it may have. */
const widths = [1, 4, 16]
export const maxPlayers = 10_000

/**
 * The shares of the questions that are kept for those who go first. Of the joins, strangers leave half to players that are
 * known, and those whose network or name has asked for much leave something to others. Lookups leave a quarter to joins,
 * of which strangers leave a half, too.
 */
const kept = { known: 0, door: 0.5, stranger: 0.6, much: 0.75 }
const keptOfAll = { lookup: 0.25, known: 0, stranger: 0.125 }

/** A bucket to take from, and how many others have to be left in it. */
type Needed = readonly [bucket: TokenBucket, left: number]

/** The questions to one neighbour: so many a minute, and who may use them. */
export class QuestionBudget {
  readonly #perMinute: number
  readonly #all: TokenBucket
  readonly #joins: TokenBucket
  readonly #door: TokenBucket
  readonly #groups: LRUCache<string, TokenBucket>
  readonly #players: LRUCache<string, TokenBucket>
  readonly #doorSize: number

  constructor(monotonic: Clock, perMinute: number) {
    const bucketOf = (size: number) => new TokenBucket(monotonic, size, minuteMs / size)
    this.#perMinute = perMinute
    this.#all = bucketOf(perMinute)
    this.#joins = bucketOf(perMinute)
    this.#doorSize = Math.max(1, Math.floor(perMinute * doorShare))
    this.#door = bucketOf(this.#doorSize)
    this.#groups = new LRUCache({
      max: maxGroups,
      memoMethod: () => bucketOf(Math.ceil(perMinute * share)),
    })
    this.#players = new LRUCache({
      ...upTo(maxPlayers),
      memoMethod: (key) => bucketOf(this.#littleAt(key) * Number(key.split(' ', 1)[0])),
    })
  }

  /** Counts a question. Returns false, and counts nothing, if this asker has to leave what remains to others. */
  take(asker: NeighbourAsker): boolean {
    const players = playersOf(asker).map((key) => this.#players.memo(key))
    const asksMuch = asker.isDoubtful === true || !players.every((each) => each.has())
    const needed = this.#neededBy(asker, asksMuch)
    if (!needed.every(([bucket, others]) => bucket.has(others))) return false
    for (const [bucket, others] of needed) bucket.take(others)
    for (const each of players) each.take()
    return true
  }

  #neededBy(asker: NeighbourAsker, asksMuch: boolean): Needed[] {
    const needed: Needed[] = [
      [this.#all, this.#partOf(leftToJoins(asker))],
      ...groupsOf(asker).map((key): Needed => [this.#groups.memo(key), 0]),
    ]
    if (!asker.isLookup) needed.push([this.#joins, this.#partOf(leftToOthers(asker, asksMuch))])
    // What nobody else needs at the moment is not kept from those who ask for much at the door.
    const isPlenty = asksMuch && this.#joins.has(this.#partOf(kept.much))
    const isOfShare = !isPlenty || this.#door.has(Math.floor(this.#doorSize / 2))
    if (asker.isAtDoor && isOfShare) {
      needed.push([this.#door, asksMuch ? Math.floor(this.#doorSize / 2) : 0])
    }
    return needed
  }

  /** Returns the questions of a network that asks for little. A player at the link door needs one. */
  #littleAt(key: string): number {
    return key.endsWith(atDoor) ? 1 : Math.max(2, Math.round(this.#perMinute * playerShare))
  }

  #partOf(part: number): number {
    return Math.floor(this.#perMinute * part)
  }
}

function leftToJoins({ isKnown, isLookup }: NeighbourAsker): number {
  if (isLookup) return keptOfAll.lookup
  return isKnown ? keptOfAll.known : keptOfAll.stranger
}

function leftToOthers({ isAtDoor, isKnown }: NeighbourAsker, asksMuch: boolean): number {
  if (isKnown) return asksMuch ? kept.stranger : kept.known
  if (asksMuch) return kept.much
  return isAtDoor ? kept.door : kept.stranger
}

/** Players that are known have these shares apart, so that strangers at the same game server can't use them up. */
const groupsOf = ({ groups, isKnown }: NeighbourAsker): string[] =>
  groups.map((group) => `${isKnown ? 'known' : 'new'} ${group}`)

const playersOf = ({ isAtDoor, player = [] }: NeighbourAsker): string[] =>
  player.toReversed().map((network, at) => `${widths[at] ?? 1} ${network}${isAtDoor ? atDoor : ''}`)
