import { monotonicClock } from '../../lib/measure/clock.ts'
import { canonicalAddress, networkGroups } from '../../lib/net/address.ts'
import { timeLimit } from '../../lib/net/time-limit.ts'
import { processAsker } from '../../lib/queue/fair-gate.ts'
import { fold } from '../../lib/text/fold.ts'
import { isUsername } from '../../model/accounts/account.ts'
import type { JoinAnswer, NameAnswer, Neighbour } from '../../model/community/neighbour.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AskedNeighbour, JoinQuestion, Neighbours } from '../../state/neighbours/neighbours.ts'
import type { NeighbourAsker } from '../../state/neighbours/question-budget.ts'
import type { Answers, Questions, Says } from './decision.ts'

/** The answers to both kinds of question, by neighbour. */
export interface FullAnswers {
  joins: ReadonlyMap<string, JoinAnswer>
  names: ReadonlyMap<string, NameAnswer>
}

/** On whose behalf neighbours are asked, and for how long. */
interface Asking {
  join: JoinQuestion
  /** The address of the game server, or of the game at the link door. */
  address: string
  /** The name of the game server. Undefined at the link door. */
  server: string | undefined
  timeMs: number
  /** True if the name is listed, linked, or that of somebody who has been let in before. */
  isKnown?: boolean
}

/**
 * Asks all questions in parallel and returns the answers when the last one has come or `timeMs` is over. A neighbour that
 * has not answered by then is unsure. Nobody is asked about a stranger's name, and this returns undefined, if twice in the
 * last minute nobody had joined under it. A name that is known then waits behind others.
 */
export async function askNeighbours(
  state: Pick<Neighbours, 'askJoin' | 'askName' | 'refusedNames'>,
  neighbours: readonly AskedNeighbour[],
  questions: Questions,
  asking: Asking,
): Promise<FullAnswers | undefined> {
  const { join, server, timeMs, isKnown } = asking
  const player = playerOf(join)
  const name = [...questions.joins, fold(join.username), player.at(-1)].join(' ')
  // At the link door, the network has a limit of its own, and nobody else waits for the name.
  const isDoubtful = server !== undefined && state.refusedNames.has(name)
  if (isDoubtful && !isKnown) return undefined
  const signal = timeLimit(timeMs)
  const asker = { ...askerOf(asking), player, isDoubtful }
  const those = (ids: readonly string[]) => neighbours.filter(({ id }) => ids.includes(id))
  const [joins, names] = await Promise.all([
    askAll(those(questions.joins), (one) => state.askJoin(one, join, asker, signal), signal),
    askAll(those(questions.names), (one) => state.askName(one, join.username, asker, signal), signal),
  ])
  const says = Array.from(joins.values(), (answer) => answer.says)
  if (says.includes('no') && !says.includes('yes')) state.refusedNames.refused(name)
  return { joins, names }
}

/** Each of the groups has a share of a neighbour's questions. */
const askerOf = ({ address, server, isKnown }: Asking): NeighbourAsker =>
  server === undefined
    ? { groups: ['link door'], isAtDoor: true }
    : { groups: [...networkGroups(address), `server ${server}`], isKnown: isKnown ?? false }

/** Returns the networks of the player, if the game server has said where the player is. */
function playerOf({ ip = '' }: JoinQuestion): string[] {
  const address = canonicalAddress(ip)
  return address === undefined ? [] : networkGroups(address)
}

/** Returns what the answers say, which is all that the decision needs. */
export const saidIn = ({ joins, names }: FullAnswers): Answers => ({
  joins: saying(joins),
  names: saying(names),
})

const saying = (answers: ReadonlyMap<string, { says: Says }>): Map<string, Says> =>
  new Map(Array.from(answers, ([id, { says }]) => [id, says]))

/** Asks all neighbours and returns the answers when the last one has come or the time is over. */
export async function askAll<T, Asked extends AskedNeighbour>(
  neighbours: readonly Asked[],
  ask: (neighbour: Asked) => Promise<T>,
  signal: AbortSignal,
): Promise<Map<string, T | { says: 'unsure'; problem: 'timeout' }>> {
  const late = new Promise<{ says: 'unsure'; problem: 'timeout' }>((resolve) => {
    signal.addEventListener('abort', () => resolve({ says: 'unsure', problem: 'timeout' }), { once: true })
  })
  const answers = neighbours.map(async (one) => [one.id, await Promise.race([ask(one), late])] as const)
  return new Map(await Promise.all(answers))
}

/** The time that the decision about a join would leave it. */
const timeoutMs = 3500

/** Operators go before strangers. */
const operator = { ...processAsker, isKnown: true }

export interface NeighbourTest {
  neighbour: Neighbour
  answer: NameAnswer
  milliseconds: number
}

/**
 * Asks a neighbour, even a paused one, which player has a name, as the decision about a join does. Throws Refused
 * `username_malformed`.
 */
export async function testNeighbour(
  neighbours: Neighbours,
  neighbour: Neighbour,
  name: string,
): Promise<NeighbourTest> {
  if (!isUsername(name)) throw new Refused('username_malformed')
  const began = monotonicClock()
  const answer = await neighbours.askName(neighbour, name, operator, timeLimit(timeoutMs))
  return { neighbour, answer, milliseconds: Math.round(monotonicClock() - began) }
}
