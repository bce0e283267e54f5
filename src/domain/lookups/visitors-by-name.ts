import { fold } from '../../lib/text/fold.ts'
import { isUsername, type Profile } from '../../model/accounts/account.ts'
import type { NameAnswer } from '../../model/community/neighbour.ts'
import {
  type LinkedPlayerAtServerRow,
  linkedPlayersOfNames,
  linkedPlayersOfUuids,
} from '../../storage/community/linked-players.ts'
import { listingsAt } from '../../storage/community/listed.ts'
import { type NeighbourAtServerRow, neighboursOfServer } from '../../storage/community/neighbours.ts'
import { accountsWithUuids, visitorsByUuids } from '../../storage/community/visitors.ts'
import { isSet } from '../../storage/engine/flags.ts'
import type { NeighbourContext, ReadContext } from '../context.ts'
import { askAll } from '../neighbours/ask.ts'
import { isNameOf, isNoPlayersUuid, isReservedUuid } from '../neighbours/checks.ts'
import {
  type AllowedNeighbour,
  decideLookup,
  linkedAt,
  neighboursFor,
  questionsFor,
  type Says,
} from '../neighbours/decision.ts'
import { type FoundOwner, ownersOf } from '../neighbours/facts.ts'
import { isSuspended, toNeighbour } from '../neighbours/rows.ts'
import { askerFor, type LookupPlace } from './place.ts'

/** A player of a neighbour, who may never have joined. */
export interface FoundVisitor extends Profile {
  /** The neighbour's id. */
  neighbour: string
}

/** The answer about a name. It is `unsure` if it depends on a neighbour that has not answered. */
export type Lookup = FoundVisitor | 'nobody' | 'unsure'

export type LookupDeps = ReadContext & NeighbourContext

/**
 * Returns for each name the neighbour's player that hasJoined would let in under it, in any letter case. No account may
 * have these names. Nobody is asked about names that are ours or that a visitor owns. `signal` ends the questions.
 */
export async function visitorsByNames(
  context: LookupDeps,
  place: NonNullable<LookupPlace>,
  usernames: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Lookup>> {
  const names = usernames.filter(isUsername)
  const rows = names.length === 0 ? [] : await neighboursOfServer(context.db, place.server)
  if (rows.length === 0) return new Map()
  const keys = names.map(fold)
  const serverId = rows[0]?.server_id ?? ''
  const [owners, listings, links] = await Promise.all([
    ownersOf(context, names),
    listingsAt(context.db, keys, serverId),
    linkedPlayersOfNames(context.db, keys, serverId, context.clock()),
  ])
  const listing = Map.groupBy(listings, ({ name_key }) => name_key)
  const linksOf = Map.groupBy(links, ({ name_key }) => name_key)
  const allowedFor = (username: string, owner: FoundOwner, linked = linksOf.get(fold(username)) ?? []) => {
    const ids = listing.get(fold(username))?.map(({ neighbour_id }) => neighbour_id)
    return neighboursFor(username, owner, rows, { listed: new Set(ids), linked: linkedAt(linked) })
  }
  const found = new Map<string, Lookup>()
  const free = new Map<string, AllowedNeighbour[]>()
  for (const [username, owner] of owners) {
    if (owner.kind === 'nobody') free.set(username, allowedFor(username, owner))
    if (owner.kind !== 'visitor') continue
    const { visitor, neighbour } = owner
    const allowed = allowedFor(visitor.name, owner)
    const isAdmitted = allowed.some(({ id, isAdmitting }) => id === neighbour && isAdmitting)
    // A name that is held for a visitor is not the visitor's at present.
    const isTheirs = visitor.name_key === fold(username) && !isSuspended(visitor, context.clock())
    if (isAdmitted && isTheirs) {
      found.set(username, { id: visitor.uuid, username: visitor.name, neighbour })
    }
  }
  const answers = await ask(context, place, rows, free, signal)
  const lookups = Array.from(free, async ([username, allowed]) => {
    const lookup = lookupOf(username, allowed, rows, answers)
    found.set(username, typeof lookup === 'string' ? lookup : await fitting(context, place, lookup, signal))
  })
  await Promise.all(lookups)
  return admissible(context, rows, found, (asked, { neighbour, username }, link) => {
    const owner = owners.get(asked)
    const allowed = owner ? allowedFor(username, owner, link ? [link] : []) : []
    return allowed.some(({ id, isAdmitting }) => id === neighbour && isAdmitting)
  })
}

type Answers = ReadonlyMap<string, ReadonlyMap<string, NameAnswer> | { says: 'unsure' }>

/** Asks each neighbour about the names on which its answer has a bearing, unless it is not to be asked by whitelists. */
function ask(
  { foreignPlayers }: LookupDeps,
  place: NonNullable<LookupPlace>,
  rows: readonly NeighbourAtServerRow[],
  free: ReadonlyMap<string, readonly AllowedNeighbour[]>,
  signal: AbortSignal,
): Promise<Answers> {
  const wanted = new Map<string, string[]>()
  for (const [username, allowed] of free) {
    const { joins, names } = questionsFor({ kind: 'nobody' }, allowed)
    for (const id of new Set([...joins, ...names])) wanted.set(id, [...(wanted.get(id) ?? []), username])
  }
  const asked = rows.map(toNeighbour).filter(({ id, lookups }) => lookups && wanted.has(id))
  const asker = askerFor(place)
  return askAll(asked, (one) => foreignPlayers.named(one, wanted.get(one.id) ?? [], asker, signal), signal)
}

function lookupOf(
  username: string,
  allowed: readonly AllowedNeighbour[],
  rows: readonly NeighbourAtServerRow[],
  answers: Answers,
): { row: NeighbourAtServerRow; id: string; name: string } | 'nobody' | 'unsure' {
  const answerOf = (id: string): NameAnswer | { says: 'unsure' } | undefined => {
    const answer = answers.get(id)
    return answer && 'says' in answer ? answer : answer?.get(username)
  }
  const says = new Map(allowed.map(({ id }): [string, Says] => [id, answerOf(id)?.says ?? 'unsure']))
  const decision = decideLookup(allowed, says)
  if (decision.outcome === 'unsure') {
    // A neighbour that is never asked about lookups will not be surer next time.
    const isAnsweredLater = allowed.some(({ id }) => answerOf(id)?.says === 'unsure')
    return isAnsweredLater ? 'unsure' : 'nobody'
  }
  const row = decision.outcome === 'yes' ? rows.find(({ id }) => id === decision.neighbour) : undefined
  const answer = row && answerOf(row.id)
  if (!row || answer?.says !== 'yes' || !('name' in answer)) return 'nobody'
  return { row, id: answer.id, name: answer.name }
}

/**
 * Returns the player if the name and the UUID are fit for one. Some services repeat a name as it was asked for, so a UUID
 * that is not derived from it is looked up for the name as the service writes it.
 */
async function fitting(
  { foreignPlayers }: LookupDeps,
  place: NonNullable<LookupPlace>,
  { row, id, name: answered }: { row: NeighbourAtServerRow; id: string; name: string },
  signal: AbortSignal,
): Promise<Lookup> {
  const isName = (name: string) => isNameOf(row, name)
  if (!isName(answered) || isNoPlayersUuid(id)) return 'nobody'
  if (!isReservedUuid(id, answered)) return { id, username: answered, neighbour: row.id }
  const one = toNeighbour(row)
  const ask = () => foreignPlayers.profile(one, id, askerFor(place), signal)
  const [answer] = (await askAll([one], ask, signal)).values()
  if (!answer || !('profile' in answer)) return answer?.says === 'unsure' ? 'unsure' : 'nobody'
  const { name } = answer.profile
  const isFit = fold(name) === fold(answered) && isName(name) && !isReservedUuid(id, name)
  return isFit ? { id, username: name, neighbour: row.id } : 'nobody'
}

/**
 * Leaves out players whose UUID belongs to an account or another neighbour, those that are suspended, and those that only
 * another player's link would let in. Where linked players join as their accounts, the account takes the player's place.
 */
async function admissible(
  { clock, db }: LookupDeps,
  rows: readonly NeighbourAtServerRow[],
  found: Map<string, Lookup>,
  isAdmitted: (asked: string, one: FoundVisitor, link: LinkedPlayerAtServerRow | undefined) => boolean,
): Promise<Map<string, Lookup>> {
  const ids = Array.from(found.values(), (one) => (typeof one === 'string' ? '' : one.id)).filter(Boolean)
  if (ids.length === 0) return found
  const [visitors, taken, links] = await Promise.all([
    visitorsByUuids(db, ids),
    accountsWithUuids(db, ids),
    linkedPlayersOfUuids(db, ids, rows[0]?.server_id ?? '', clock()),
  ])
  const entersAsAccount = rows[0]?.links === 'as_account'
  const accounts = new Set(taken.map(({ id }) => id))
  const known = new Map(visitors.map((visitor) => [visitor.uuid, visitor]))
  for (const [username, one] of found) {
    if (typeof one === 'string') continue
    const visitor = known.get(one.id)
    const isOther = visitor && (visitor.neighbour_id !== one.neighbour || isSuspended(visitor, clock()))
    const link = links.find(({ neighbour_id, uuid }) => neighbour_id === one.neighbour && uuid === one.id)
    const isAccountIn = link && isSet(link.member) && isSet(link.taken)
    const isKeptOut = link && !(isSet(link.active) && (isAccountIn || !entersAsAccount))
    if (accounts.has(one.id) || isOther || isKeptOut || !isAdmitted(username, one, link)) {
      found.set(username, 'nobody')
    } else if (link && entersAsAccount) {
      found.set(username, { ...one, id: link.account_id, username: link.username })
    }
  }
  return found
}
