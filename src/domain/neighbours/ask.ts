import { networkGroups } from '../../lib/net/address.ts'
import type { JoinAnswer, NameAnswer } from '../../model/community/neighbour.ts'
import type { AskedNeighbour, JoinQuestion, Neighbours } from '../../state/neighbours/neighbours.ts'
import type { Answers, Questions, Says } from './decision.ts'

/** The answers to both kinds of question, by neighbour. */
export interface FullAnswers {
  joins: ReadonlyMap<string, JoinAnswer>
  names: ReadonlyMap<string, NameAnswer>
}

/**
 * Asks all questions in parallel and returns the answers when the last one has come or `timeMs` is over. A neighbour that
 * has not answered by then is unsure.
 */
export async function askNeighbours(
  state: Pick<Neighbours, 'askJoin' | 'askName'>,
  neighbours: readonly AskedNeighbour[],
  questions: Questions,
  { join, address, server, timeMs }: { join: JoinQuestion; address: string; server: string; timeMs: number },
): Promise<FullAnswers> {
  const signal = AbortSignal.timeout(timeMs)
  // Each of them has a share of a neighbour's questions.
  const asker = { groups: [...networkGroups(address), `server ${server}`] }
  const those = (ids: readonly string[]) => neighbours.filter(({ id }) => ids.includes(id))
  const [joins, names] = await Promise.all([
    askAll(those(questions.joins), (one) => state.askJoin(one, join, asker, signal), signal),
    askAll(those(questions.names), (one) => state.askName(one, join.username, asker, signal), signal),
  ])
  return { joins, names }
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
