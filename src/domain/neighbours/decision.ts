import type { ForeignProfile, Neighbour } from '../../model/community/neighbour.ts'
import type { ServerRefusal } from '../../model/errors/refusal.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'
import type { LinkedPlayerAtServerRow } from '../../storage/community/linked-players.ts'
import type { NeighbourAtServerRow } from '../../storage/community/neighbours.ts'
import type { VisitRow } from '../../storage/community/visits.ts'
import { type Flag, isSet } from '../../storage/engine/flags.ts'
import { isAdmitted, isNameOf } from './checks.ts'
import type { Facts, FoundOwner } from './facts.ts'
import { isSuspended } from './rows.ts'

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
 * Returns the questions that decide about a name. A name that is ours is not asked about, unless its account is linked
 * to a player of that name. If nobody owns it, every neighbour that is more trusted than one that may let
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

/** A neighbour of a game server, as far as one name is concerned. */
interface NeighbourForName extends AllowedNeighbour {
  /** True if the player is known here in some way: as a visitor, linked or listed. */
  isKnown: boolean
}

/**
 * Returns the neighbours of a game server, which of them may let in a player of this name, and which have one that is known.
 * The sets are those neighbours that have a listed or a linked player of this name.
 */
export const neighboursFor = (
  username: string,
  owner: FoundOwner,
  rows: readonly NeighbourAtServerRow[],
  { listed, linked }: { listed: ReadonlySet<string>; linked: ReadonlySet<string> },
): NeighbourForName[] =>
  rows.map(({ id, trust, names, ...row }) => {
    const isKnown = owner.kind === 'visitor' && owner.neighbour === id
    const ties = { isLinked: linked.has(id), isKnown, isListed: listed.has(id) }
    const isAdmitting = isAdmitted(row.visitors_who ?? row.who, ties) && isNameOf({ names }, username)
    return { id, trust, isAdmitting, isKnown: Object.values(ties).includes(true) }
  })

/** Returns the neighbours whose players are let in because they belong to accounts that may join. */
export const linkedAt = (
  links: readonly Pick<LinkedPlayerAtServerRow, 'neighbour_id' | 'active' | 'member'>[],
) =>
  new Set(
    links
      .filter(({ active, member }) => isSet(active) && isSet(member))
      .map(({ neighbour_id }) => neighbour_id),
  )

/** A reason why a neighbour's player may not join, or how the player joins. */
export type Entry =
  | { reason: VisitRefusal | ServerRefusal }
  | {
      reason?: undefined
      /** The UUID of the player's account, if that is what joins. */
      account: string | undefined
      link: LinkedAccount | undefined
      /** True if the name belongs to the player's own account. */
      isOwnName: boolean
      /** False if an account joins under its own name: then there is nothing to store. */
      isStored: boolean
      /** True if an operator has listed the name, or an account is linked to the player. */
      isAwaited: boolean
    }

/** The link of a player to an account. */
interface LinkedAccount {
  neighbour_id: string
  account_id: string
  name_key: string | null
  active: Flag
  member: Flag
  taken: Flag
}

/** Decides whether a neighbour's player may join, whom the neighbours have found, and as whom. */
export function entryOf(
  { rows, owner, known }: Facts,
  username: string,
  { neighbour, profile: { id } }: { neighbour: Pick<Neighbour, 'id'>; profile: Pick<ForeignProfile, 'id'> },
  now: number,
): Entry {
  const no = (reason: VisitRefusal | ServerRefusal): Entry => ({ reason })
  const row = rows.find((one) => one.id === neighbour.id)
  // While a neighbour is asked, it may be paused or removed.
  if (!row) return no('visitor_refused')
  if (known && known.neighbour_id !== neighbour.id) return no('uuid_taken')
  if (known && isSuspended(known, now)) return no('visitor_suspended')
  const link = linkedAccountIn(row)
  // People whose account is suspended do not come in by another door.
  if (link && !isSet(link.active)) return no('visitor_refused')
  const isOwnName = owner.kind === 'own' && link !== undefined && owner.account === link.account_id
  const isOwnUuid = isOwnName && link?.account_id === id
  if (!known && !isOwnUuid && isSet(row.of_account)) return no('uuid_taken')
  const isFree = owner.kind === 'nobody' || (owner.kind === 'visitor' && owner.visitor.uuid === id)
  if (!isFree && !isOwnName) return no('name_owned')
  const isAccountWanted = row.links === 'as_account'
  if (link && !isSet(link.member) && (isOwnName || isAccountWanted)) return no('server_not_allowed')
  if (link && !isSet(link.taken) && (isOwnName || isAccountWanted)) return no('character_not_allowed')
  const isListed = isSet(row.listed)
  const ties = { listed: new Set(isListed ? [row.id] : []), linked: linkedAt(link ? [link] : []) }
  if (!neighboursFor(username, owner, [row], ties)[0]?.isAdmitting) return no('visitor_refused')
  const account = isAccountWanted || isOwnUuid ? link?.account_id : undefined
  const isStored = !isOwnName || account === undefined
  return { account, link, isOwnName, isStored, isAwaited: isListed || link !== undefined }
}

const linkedAccountIn = ({
  id,
  link_account,
  link_key,
  link_active,
  link_member,
  link_taken,
}: VisitRow): LinkedAccount | undefined =>
  link_account === null
    ? undefined
    : {
        neighbour_id: id,
        account_id: link_account,
        name_key: link_key,
        active: link_active,
        member: link_member,
        taken: link_taken,
      }
