import { fold } from '../../lib/text/fold.ts'
import type { LinkUse } from '../../model/community/linked-player.ts'
import type { ForeignProfile, JoinAnswer, Neighbour } from '../../model/community/neighbour.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'
import { type LinkAtServerRow, linksOfNames } from '../../storage/community/linked-players.ts'
import { listingsAt } from '../../storage/community/listed.ts'
import { type NeighbourAtServerRow, neighboursOfServer } from '../../storage/community/neighbours.ts'
import type { Queries } from '../../storage/engine/database.ts'
import type { Context, ReadContext } from '../context.ts'
import { countVisit } from '../operation/neighbour-figures.ts'
import { askNeighbours, type FullAnswers, saidIn } from './ask.ts'
import { isAdmitted, isNameOf, namePattern, profileProblem } from './checks.ts'
import { type AllowedNeighbour, decide, type NameOwner, questionsFor } from './decision.ts'
import { type FoundOwner, ownerOf } from './owner.ts'
import { isSuspended, toNeighbour } from './rows.ts'

/** A player who has not joined with an account of this service, as a game server asks about them. */
export interface Visit {
  /** The name of the game server. */
  server: string
  username: string
  serverId: string
  /** The player's address, if the server sent it. */
  ip: string | undefined
  /** The address of the game server. */
  address: string
}

/** A player of a neighbour whose answer says that they have joined. */
export interface Arrival {
  neighbour: Neighbour
  profile: ForeignProfile
  /** True if the server's answers say where visitors come from. */
  tellsSource: boolean
  /** True if the server's answers include the groups of an account. */
  tellsGroups: boolean
  linkUse: LinkUse
  /** The name and the id of the game server. */
  server: string
  serverId: string
}

export type Verdict =
  | { outcome: 'yes'; arrival: Arrival }
  /** Without a reason, no neighbour has said yes. */
  | { outcome: 'no'; reason?: VisitRefusal | 'server_not_allowed' | undefined; because?: Because }
  | { outcome: 'unsure'; because?: Because }

/** The ids of the neighbours whose answers have led to a verdict. */
type Because = readonly string[]

type Deps = ReadContext & Pick<Context, 'config' | 'hourCounts' | 'log' | 'neighbours'>

/**
 * Decides whether a visit is that of a neighbour's player, and asks the neighbours if that may be. Changes nothing.
 * Returns undefined if the server takes nobody from neighbours.
 */
export async function verdictOf(context: Deps, visit: Visit): Promise<Verdict | undefined> {
  const rows = await neighboursOfServer(context.db, visit.server)
  if (rows.length === 0) return undefined
  const owner = await ownerOf(context, visit.username)
  const links = await linksOfNames(
    context.db,
    [fold(visit.username)],
    rows[0]?.server_id ?? '',
    context.clock(),
  )
  const nameOwner = nameOwnerOf(owner, links)
  if (nameOwner === 'server_not_allowed') return { outcome: 'no', reason: nameOwner }
  if (nameOwner.kind === 'own') return { outcome: 'no', reason: 'name_owned' }
  if (owner.kind === 'visitor' && isSuspended(owner.visitor, context.clock())) {
    return { outcome: 'no', reason: 'visitor_suspended', because: [owner.neighbour] }
  }
  const allowed = await allowedFor(context.db, visit.username, owner, rows, linkedAt(links))
  const questions = questionsFor(nameOwner, allowed)
  const isAsking = questions.joins.length > 0
  const isKnown = allowed.some((one) => one.isKnown)
  const answers = isAsking ? await ask(context, visit, rows, questions, isKnown) : nothingAsked
  // They have said so a moment ago.
  if (!answers) return { outcome: 'no' }
  const decision = decide(nameOwner, allowed, saidIn(answers))
  if (decision.outcome === 'no') {
    const reason = decision.reason ?? (isAsking ? undefined : 'visitor_refused')
    return { outcome: 'no', reason, because: thoseSaying(answers, 'yes') }
  }
  if (decision.outcome === 'unsure') return { outcome: 'unsure', because: thoseSaying(answers, 'unsure') }
  const row = rows.find(({ id }) => id === decision.neighbour)
  const answer = answers.joins.get(decision.neighbour)
  return row ? arrivalOf(visit.username, row, answer) : { outcome: 'no' }
}

const thoseSaying = ({ joins, names }: FullAnswers, word: 'yes' | 'unsure'): string[] => [
  ...new Set([...joins, ...names].flatMap(([id, { says }]) => (says === word ? [id] : []))),
]

/** Returns the owner of a name for the decision. The players of an account count if it may join the server. */
function nameOwnerOf(owner: FoundOwner, links: readonly LinkAtServerRow[]): NameOwner | 'server_not_allowed' {
  if (owner.kind !== 'own') return owner
  const own = links.filter(({ account_id, active }) => account_id === owner.account && active === 1)
  if (own.length === 0) return { kind: 'own' }
  if (own.some(({ member }) => member === 0)) return 'server_not_allowed'
  return { kind: 'linked', neighbours: own.map(({ neighbour_id }) => neighbour_id) }
}

/** Returns the neighbours whose players are let in because they belong to accounts that may join. */
export const linkedAt = (links: readonly LinkAtServerRow[]): ReadonlySet<string> =>
  new Set(links.filter(isEffective).map(({ neighbour_id }) => neighbour_id))

const isEffective = ({ active, member }: LinkAtServerRow): boolean => active === 1 && member === 1

const nothingAsked: FullAnswers = { joins: new Map(), names: new Map() }

/** Returns how a game server treats a neighbour's player of this name now, or undefined if it has left the neighbour. */
export async function stillAllowed(
  db: Queries,
  { server, username }: Visit,
  owner: FoundOwner,
  { neighbour: { id } }: Arrival,
  linked: ReadonlySet<string>,
): Promise<NeighbourForName | undefined> {
  const allowed = await allowedFor(db, username, owner, await neighboursOfServer(db, server), linked)
  return allowed.find((one) => one.id === id)
}

/** A neighbour of a game server, as far as one name is concerned. */
interface NeighbourForName extends AllowedNeighbour {
  /** True if the player is known here in some way: as a visitor, linked or listed. */
  isKnown: boolean
  /** True if an operator has listed the name. */
  isListed: boolean
}

async function allowedFor(
  db: Queries,
  username: string,
  owner: FoundOwner,
  rows: readonly NeighbourAtServerRow[],
  linked: ReadonlySet<string>,
) {
  const listings = await listingsAt(db, [fold(username)], rows[0]?.server_id ?? '')
  const listed = new Set(listings.map(({ neighbour_id }) => neighbour_id))
  return neighboursFor(username, owner, rows, { listed, linked })
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
    const standing = { isLinked: linked.has(id), isKnown, isListed: listed.has(id) }
    const isAdmitting = isAdmitted(row.visitors_who ?? row.who, standing) && isNameOf({ names }, username)
    const { isListed } = standing
    return { id, trust, isAdmitting, isKnown: Object.values(standing).includes(true), isListed }
  })

async function ask(
  { config, hourCounts, log, neighbours }: Deps,
  { server, username, serverId, ip, address }: Visit,
  rows: readonly NeighbourAtServerRow[],
  questions: ReturnType<typeof questionsFor>,
  isKnown: boolean,
): Promise<FullAnswers | undefined> {
  const answers = await askNeighbours(neighbours, rows.map(toNeighbour), questions, {
    join: { username, serverId, ip },
    address,
    server,
    timeMs: config.neighbourTime,
    isKnown,
  })
  if (!answers) {
    log.debug({ server, username }, 'neighbours not asked again')
    return undefined
  }
  for (const [id, { says }] of answers.joins) countVisit({ hourCounts }, id, says)
  log.debug(
    { server, username, joins: wordsOf(answers.joins), names: wordsOf(answers.names) },
    'neighbours asked',
  )
  return answers
}

const wordsOf = (answers: ReadonlyMap<string, { says: string; problem?: string; flaw?: string }>) =>
  Object.fromEntries(Array.from(answers, ([id, { says, problem, flaw }]) => [id, problem ?? flaw ?? says]))

function arrivalOf(username: string, row: NeighbourAtServerRow, answer: JoinAnswer | undefined): Verdict {
  const because = [row.id]
  if (answer?.says !== 'yes' || !('profile' in answer)) {
    return { outcome: 'no', reason: 'answer_malformed', because }
  }
  const { profile } = answer
  const reason = profileProblem(profile, { username, pattern: namePattern(row.names) })
  if (reason) return { outcome: 'no', reason, because }
  return {
    outcome: 'yes',
    arrival: arrivalAt(row, profile),
  }
}

/** Returns the arrival of a neighbour's player at a game server. */
export const arrivalAt = (row: NeighbourAtServerRow, profile: ForeignProfile): Arrival => ({
  neighbour: toNeighbour(row),
  profile,
  tellsSource: row.tells_source === 'on',
  tellsGroups: row.tells_groups === 'on',
  linkUse: row.links,
  server: row.server_name,
  serverId: row.server_id,
})
