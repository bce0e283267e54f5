import { isUsername } from '../../model/accounts/account.ts'
import type { JoinAnswer } from '../../model/community/neighbour.ts'
import { allNeighbours } from '../../storage/community/neighbours.ts'
import { catalogue } from '../../texts/catalogue.ts'
import { say } from '../../texts/say.ts'
import type { ChangeContext, NeighbourContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import { askNeighbours, saidIn } from '../neighbours/ask.ts'
import { isNameOf, namePattern, profileProblem } from '../neighbours/checks.ts'
import { decide, questionsFor } from '../neighbours/decision.ts'
import { toNeighbour } from '../neighbours/rows.ts'
import { makeLinkCode, type ProvedPlayer } from './codes.ts'

/** A game that says it has joined. */
export interface Caller {
  username: string
  /** The hash of the join, as the game has told it to its own service. */
  serverId: string
  /** The player's address. */
  address: string
}

type Deps = ChangeContext & SecretContext & NeighbourContext & SiteContext

/** Returns what a list of game servers shows about the door. */
export const sentenceInLists = ({ config, settings }: ReadContext & SiteContext): string =>
  say(config.language, catalogue(config.language).door.status, { server: settings.serverName })

/** Returns the sentence for a caller who is not asked about, since there have been too many. */
export const sentenceWhenBusy = ({ config }: ReadContext): string =>
  say(config.language, catalogue(config.language).door.busy)

/**
 * Asks the neighbours which of their players a caller is, and returns the sentence that the game shows: with a code, or
 * with the reason why there is none.
 */
export async function answerAtDoor(context: Deps, caller: Caller): Promise<string> {
  const { config, baseUrl, settings } = context
  const { language } = config
  const { door } = catalogue(language)
  const proved = await provedPlayer(context, caller)
  if (typeof proved === 'string') return say(language, door[proved], { server: settings.serverName })
  const code = await makeLinkCode(context, proved)
  if (code === undefined) return say(language, door.busy)
  return say(language, door.code, {
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    name: proved.name,
    neighbour: proved.neighbour,
    address: `${baseUrl()}/account/linked`,
  })
}

/**
 * The player must be known for sure: if a neighbour is unsure, another one that says yes to anybody could slip in a
 * player of its own.
 */
async function provedPlayer(
  { config, db, log, neighbours }: Deps,
  { username, serverId, address }: Caller,
): Promise<ProvedPlayer | 'nobody' | 'unsure' | 'busy' | 'twoSources'> {
  if (!isUsername(username)) return 'nobody'
  const rows = (await allNeighbours(db)).filter((row) => row.paused_at === null && isNameOf(row, username))
  const owner = { kind: 'linked' as const, neighbours: rows.map(({ id }) => id) }
  const allowed = rows.map(({ id, trust }) => ({ id, trust, isAdmitting: true }))
  const answers = await askNeighbours(neighbours, rows.map(toNeighbour), questionsFor(owner, allowed), {
    join: { username, serverId, ip: address },
    address,
    server: undefined,
    timeMs: config.neighbourTime,
  })
  if (!answers) return 'nobody'
  const decision = decide(owner, allowed, saidIn(answers))
  log.info({ username, address, outcome: decision.outcome }, 'link door')
  if (decision.outcome === 'unsure') return isOurLimit(answers.joins.values()) ? 'busy' : 'unsure'
  if (decision.outcome === 'no') return decision.reason === 'two_sources' ? 'twoSources' : 'nobody'
  const row = rows.find(({ id }) => id === decision.neighbour)
  const profile = profileIn(answers.joins.get(decision.neighbour))
  const pattern = row && namePattern(row.names)
  if (!profile || !pattern || profileProblem(profile, { username, pattern })) return 'nobody'
  return { neighbour: decision.neighbour, id: profile.id, name: profile.name }
}

/** Returns true if a neighbour was not asked, because there have been too many. */
const isOurLimit = (answers: Iterable<JoinAnswer>): boolean =>
  Array.from(answers).some((answer) => 'problem' in answer && answer.problem === 'limit')

const profileIn = (answer: JoinAnswer | undefined) =>
  answer && 'profile' in answer ? answer.profile : undefined
