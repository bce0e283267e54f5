/** A neighbour's answer to one question. */
export type Says = 'yes' | 'no' | 'unsure'

/** A neighbour that the game server allows and that is not paused. */
export interface AllowedNeighbour {
  id: string
  /** From 0 to 100. Higher is more trusted. */
  trust: number
  /** True if it may let in a player of this name. Others only protect their names. */
  isAdmitting: boolean
}

/** The owner of a name, as it is known before anybody is asked. */
export type NameOwner =
  | { kind: 'nobody' }
  /** An account, a hold or a reservation. */
  | { kind: 'own' }
  | { kind: 'visitor'; neighbour: string }
  /** An account that has players of this name at these neighbours. */
  | { kind: 'linked'; neighbours: readonly string[] }

/** The questions to ask. `joins` are asked about the join, `names` whether they have a player of that name. */
export interface Questions {
  joins: readonly string[]
  names: readonly string[]
}

/** The answers to both questions, by neighbour. A missing answer counts as unsure. */
export interface Answers {
  joins: ReadonlyMap<string, Says>
  names: ReadonlyMap<string, Says>
}

export type Decision =
  | { outcome: 'yes'; neighbour: string }
  /** Without a reason, nobody has said yes. */
  | { outcome: 'no'; reason?: 'name_owned' | 'visitor_refused' | 'two_sources' | 'name_elsewhere' }
  | { outcome: 'unsure' }

/**
 * Returns the questions that decide about a name. Nobody is asked about a name that is ours, except where it is
 * also the name of the account's own player. If nobody owns it, every neighbour that is more trusted than one that may let
 * the player in is asked about the name.
 */
export function questionsFor(owner: NameOwner, allowed: readonly AllowedNeighbour[]): Questions {
  if (owner.kind === 'own') return { joins: [], names: [] }
  const sources = sourcesOf(owner)
  if (sources) {
    const joins = allowed.filter(({ id, isAdmitting }) => sources.includes(id) && isAdmitting)
    return { joins: joins.map(({ id }) => id), names: [] }
  }
  const joins = allowed.filter(({ isAdmitting }) => isAdmitting)
  const leastTrust = Math.min(...joins.map(({ trust }) => trust))
  const names = allowed.filter(({ trust }) => trust > leastTrust)
  return { joins: joins.map(({ id }) => id), names: names.map(({ id }) => id) }
}

/**
 * Decides whether a neighbour's player may join. The result does not depend on the order of the neighbours or of their
 * answers. It is never yes while a more trusted neighbour is unsure or has a player of that name.
 */
export function decide(
  owner: NameOwner,
  allowed: readonly AllowedNeighbour[],
  { joins, names }: Answers,
): Decision {
  if (owner.kind === 'own') return { outcome: 'no', reason: 'name_owned' }
  const asked = questionsFor(owner, allowed)
  const sources = sourcesOf(owner)
  if (sources && asked.joins.length === 0) {
    const isAllowed = allowed.some(({ id }) => sources.includes(id))
    return { outcome: 'no', reason: isAllowed ? 'visitor_refused' : 'name_owned' }
  }
  const candidates = allowed.filter(({ id }) => asked.joins.includes(id))
  const joinOf = ({ id }: AllowedNeighbour): Says => joins.get(id) ?? 'unsure'
  const [sure, ...others] = candidates.filter((candidate) => joinOf(candidate) === 'yes')
  if (others.length > 0) return { outcome: 'no', reason: 'two_sources' }
  if (!sure) return { outcome: candidates.some((one) => joinOf(one) === 'unsure') ? 'unsure' : 'no' }
  const nameAnswers = allowed
    .filter(({ id, trust }) => asked.names.includes(id) && trust > sure.trust)
    .map(({ id }) => names.get(id) ?? 'unsure')
  const isContested = candidates.some((one) => one.trust >= sure.trust && joinOf(one) === 'unsure')
  if (isContested || nameAnswers.includes('unsure')) return { outcome: 'unsure' }
  if (nameAnswers.includes('yes')) return { outcome: 'no', reason: 'name_elsewhere' }
  return { outcome: 'yes', neighbour: sure.id }
}

/** Returns the only neighbours whose player of this name may join. Undefined if nobody owns the name. */
function sourcesOf(owner: NameOwner): readonly string[] | undefined {
  if (owner.kind === 'visitor') return [owner.neighbour]
  return owner.kind === 'linked' ? owner.neighbours : undefined
}

/**
 * Decides which neighbour's player `decide` would let in under a name that nobody owns, once that player has joined.
 * `names` says who has a player of that name. If it could be either of two, it is nobody.
 */
export function decideLookup(
  allowed: readonly AllowedNeighbour[],
  names: ReadonlyMap<string, Says>,
): Decision {
  const saysOf = ({ id }: AllowedNeighbour): Says => names.get(id) ?? 'unsure'
  const candidates = allowed.filter(({ isAdmitting }) => isAdmitting)
  const sure = candidates.filter((one) => saysOf(one) === 'yes')
  if (sure.length === 0) {
    return { outcome: candidates.some((one) => saysOf(one) === 'unsure') ? 'unsure' : 'no' }
  }
  const trust = Math.max(...sure.map((one) => one.trust))
  const [first, ...equals] = sure.filter((one) => one.trust === trust)
  if (!first || equals.length > 0) return { outcome: 'no', reason: 'two_sources' }
  const others = allowed
    .filter((one) => one.trust > trust || (one.trust === trust && one.isAdmitting && one !== first))
    .map(saysOf)
  if (others.includes('unsure')) return { outcome: 'unsure' }
  if (others.includes('yes')) return { outcome: 'no', reason: 'name_elsewhere' }
  return { outcome: 'yes', neighbour: first.id }
}
