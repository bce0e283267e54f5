import type { ForeignProfile, JoinAnswer, Neighbour } from '../../model/community/neighbour.ts'
import type { ServerRefusal } from '../../model/errors/refusal.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'
import type { NeighbourAtServerRow } from '../../storage/community/neighbours.ts'
import { isSet } from '../../storage/engine/flags.ts'
import type { ChangeContext, NeighbourContext } from '../context.ts'
import { countVisit } from '../figures/neighbour-figures.ts'
import { askNeighbours, type FullAnswers, saidIn } from './ask.ts'
import { namePattern, profileProblem } from './checks.ts'
import { decide, type NameOwner, neighboursFor, type Questions, questionsFor } from './decision.ts'
import { type Facts, factsOf, type Visit } from './facts.ts'
import { isSuspended, toNeighbour } from './rows.ts'

/** A neighbour's player at a game server. */
export interface ForeignPlayer {
  neighbour: Neighbour
  profile: ForeignProfile
  /** The name of the game server. */
  server: string
  /** True if the server's answers say where visitors come from. */
  tellsSource: boolean
  /** True if the server's answers include the groups of an account. */
  tellsGroups: boolean
}

/** The player who has joined, as far as the neighbours know, and the ids of those whose answers have led to it. */
export type Joiner =
  | { outcome: 'yes'; player: ForeignPlayer; because: readonly string[] }
  /** Without a reason, no neighbour has said yes. */
  | { outcome: 'no'; reason?: VisitRefusal | ServerRefusal | undefined; because: readonly string[] }
  | { outcome: 'unsure'; because: readonly string[] }

type Deps = ChangeContext & NeighbourContext

/**
 * Finds the neighbour's player who has joined, and asks the neighbours if that may be. Changes nothing. Returns undefined if
 * the server takes nobody from neighbours.
 */
export async function findJoiner(context: Deps, visit: Visit): Promise<Joiner | undefined> {
  const facts = await factsOf(context, visit)
  if (!facts) return undefined
  const { rows, owner } = facts
  const no = (reason?: VisitRefusal | ServerRefusal, because: readonly string[] = []): Joiner => ({
    outcome: 'no',
    reason,
    because,
  })
  const nameOwner = nameOwnerIn(facts)
  if (typeof nameOwner === 'string') return no(nameOwner)
  if (nameOwner.kind === 'own') return no('name_owned')
  if (owner.kind === 'visitor' && isSuspended(owner.visitor, context.clock())) {
    return no('visitor_suspended', [owner.neighbour])
  }
  const idsWith = (tie: 'listed' | 'linked') =>
    new Set(rows.flatMap((row) => (isSet(row[tie]) ? [row.id] : [])))
  const ties = { listed: idsWith('listed'), linked: idsWith('linked') }
  const allowed = neighboursFor(visit.username, owner, rows, ties)
  const questions = questionsFor(nameOwner, allowed)
  const isAsking = questions.joins.length > 0
  const isKnown = allowed.some((one) => one.isKnown)
  const answers = isAsking ? await ask(context, visit, rows, questions, isKnown) : nothingAsked
  // They have said so a moment ago.
  if (!answers) return no()
  const decision = decide(nameOwner, allowed, saidIn(answers))
  if (decision.outcome === 'no') {
    return no(decision.reason ?? (isAsking ? undefined : 'visitor_refused'), thoseSaying(answers, 'yes'))
  }
  if (decision.outcome === 'unsure') return { outcome: 'unsure', because: thoseSaying(answers, 'unsure') }
  const row = rows.find(({ id }) => id === decision.neighbour)
  return row ? joinerFrom(visit.username, row, answers.joins.get(decision.neighbour)) : no()
}

const thoseSaying = ({ joins, names }: FullAnswers, word: 'yes' | 'unsure'): string[] => [
  ...new Set([...joins, ...names].flatMap(([id, { says }]) => (says === word ? [id] : []))),
]

/** Returns the owner of a name for the decision. The players of an account count if it may join the server. */
function nameOwnerIn({ owner, rows }: Facts): NameOwner | ServerRefusal {
  if (owner.kind !== 'own') return owner
  const [first] = rows
  if (!first || owner.account === undefined || !isSet(first.own_anywhere)) return { kind: 'own' }
  if (!isSet(first.own_member)) return 'server_not_allowed'
  if (!isSet(first.own_taken)) return 'character_not_allowed'
  return { kind: 'linked', neighbours: rows.filter(({ own }) => isSet(own)).map(({ id }) => id) }
}

const nothingAsked: FullAnswers = { joins: new Map(), names: new Map() }

async function ask(
  { config, hourCounts, log, neighbours }: Deps,
  { server, username, serverId, ip, address }: Visit,
  rows: readonly NeighbourAtServerRow[],
  questions: Questions,
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
  for (const [id, { says }] of answers.joins) countVisit(hourCounts, id, says)
  log.debug(
    { server, username, joins: wordsOf(answers.joins), names: wordsOf(answers.names) },
    'neighbours asked',
  )
  return answers
}

const wordsOf = (answers: ReadonlyMap<string, { says: string; problem?: string; flaw?: string }>) =>
  Object.fromEntries(Array.from(answers, ([id, { says, problem, flaw }]) => [id, problem ?? flaw ?? says]))

function joinerFrom(username: string, row: NeighbourAtServerRow, answer: JoinAnswer | undefined): Joiner {
  const because = [row.id]
  if (answer?.says !== 'yes' || !('profile' in answer)) {
    return { outcome: 'no', reason: 'answer_malformed', because }
  }
  const { profile } = answer
  const reason = profileProblem(profile, { username, pattern: namePattern(row.names) })
  return reason
    ? { outcome: 'no', reason, because }
    : { outcome: 'yes', player: foreignPlayer(row, profile), because }
}

/** Returns a neighbour's player at the game server of a row. */
export const foreignPlayer = (row: NeighbourAtServerRow, profile: ForeignProfile): ForeignPlayer => ({
  neighbour: toNeighbour(row),
  profile,
  server: row.server_name,
  tellsSource: isSet(row.tells_source),
  tellsGroups: isSet(row.tells_groups),
})
