import { monotonicClock } from '../../lib/measure/clock.ts'
import { timeLimit } from '../../lib/net/time-limit.ts'
import { processAsker } from '../../lib/queue/fair-gate.ts'
import { isUsername } from '../../model/accounts/account.ts'
import type { NameAnswer, Neighbour } from '../../model/community/neighbour.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Context } from '../context.ts'

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
  { neighbours }: Pick<Context, 'neighbours'>,
  neighbour: Neighbour,
  name: string,
): Promise<NeighbourTest> {
  if (!isUsername(name)) throw new Refused('username_malformed')
  const began = monotonicClock()
  const answer = await neighbours.askName(neighbour, name, operator, timeLimit(timeoutMs))
  return { neighbour, answer, milliseconds: Math.round(monotonicClock() - began) }
}
