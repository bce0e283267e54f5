// The requests of a game server about players of neighbours, and what a neighbour is made to answer.
import type { Behaviour } from '../federation/behaviours.ts'
import type { Neighbour } from '../federation/neighbour.ts'
import type { Answer } from '../http/exchange.ts'
import { textAt } from '../json.ts'
import { Skipped } from '../outcome.ts'
import type { Target } from '../target.ts'
import type { Trial } from '../trial.ts'
import { expect } from './answers.ts'
import { hasJoined, isYes } from './session.ts'

/** The first one is trusted more than the second one. */
export function neighbours({ world }: Trial): readonly [first: Neighbour, second: Neighbour] {
  if (!world.neighbours) throw new Skipped('there are no --neighbours')
  return world.neighbours
}

/** The root where neighbours are asked: that of a game server, if there is one. */
export const federatedTarget = ({ world }: Trial): Target => world.serverRoot ?? world.target

export const joinedThere = (
  trial: Trial,
  name: string,
  query: Record<string, string> = {},
): Promise<Answer> =>
  hasJoined(trial, name, trial.chance.serverId(), { target: federatedTarget(trial), query })

/**
 * Lets a player of a neighbour join, so that a refusal afterwards has another reason than that everybody is refused. A
 * target that stops asking a neighbour after some unusable answers has also a usable one in between.
 *
 * @throws {Skipped} where the player is refused
 */
export async function visited(
  trial: Trial,
  neighbour = neighbours(trial)[0],
): Promise<{ id: string; name: string }> {
  const [name, id] = [trial.chance.name(), trial.chance.uuid()]
  neighbour.has(name, id)
  const answer = await joinedThere(trial, name)
  if (!isYes(answer) || textAt(answer.json, 'id') !== id)
    throw new Skipped('no player of a neighbour may join: see federation.joined.yes')
  return { id, name }
}

/** Has the first neighbour answer about a new player. */
export async function joinedAs(
  trial: Trial,
  behaves: Behaviour,
  { name = trial.chance.name(), id = trial.chance.uuid() }: { name?: string; id?: string } = {},
): Promise<Answer> {
  await visited(trial)
  neighbours(trial)[0].has(name, id, behaves)
  return joinedThere(trial, name)
}

export const expectNobody = (answer: Answer, why: string): void =>
  expect(answer, !isYes(answer), `no player: ${why}`)

/** Tries each of several answers. None of them may let a player in. */
export async function expectAllRefused(
  trial: Trial,
  behaviours: Readonly<Record<string, Behaviour>>,
): Promise<void> {
  for (const [what, behaves] of Object.entries(behaviours))
    expectNobody(await joinedAs(trial, behaves), `the neighbour answered with ${what}`)
}
