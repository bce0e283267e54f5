// The requests of games and game servers.
import type { Answer } from '../http/exchange.ts'
import { Skipped } from '../outcome.ts'
import type { Asking, Trial } from '../trial.ts'
import { expect, summary } from './answers.ts'
import type { Session } from './launcher.ts'

type Joining = Pick<Session, 'accessToken' | 'id'>

export const join = (trial: Trial, { accessToken, id }: Joining, serverId: string): Promise<Answer> =>
  trial.ask('join', { json: { accessToken, selectedProfile: id, serverId } })

/**
 * Joins for a check that is about something else.
 *
 * @throws {Skipped} where that fails
 */
export async function joined(
  trial: Trial,
  session: Joining,
  serverId = trial.chance.serverId(),
): Promise<string> {
  const answer = await join(trial, session, serverId)
  if (answer.status !== 200 && answer.status !== 204)
    throw new Skipped(`the account cannot join: ${trial.world.client.secrets.masked(summary(answer))}`)
  return serverId
}

export const hasJoined = (
  trial: Trial,
  username: string,
  serverId: string,
  { query, ...asking }: Asking = {},
): Promise<Answer> => trial.ask('hasJoined', { query: { username, serverId, ...query }, ...asking })

/** Says whether hasJoined answers yes: 200 with a body. */
export const isYes = ({ status, text }: Answer): boolean => status === 200 && text !== ''

/** The answer "has not joined", in the form that the layout's documents give it, or in one that game servers know. */
export function expectNotJoined(trial: Trial, answer: Answer): void {
  const { name } = trial.layout
  if (name === 'native')
    expect(
      answer,
      answer.status === 401 && answer.text !== '',
      'the answer that nobody has joined, status 401 with an error',
    )
  else if (name === 'urls')
    expect(answer, isKnownNo(answer), 'the answer that nobody has joined: 204, or 401 or 403 with an error')
  else expect(answer, answer.status === 204, 'the answer that nobody has joined, status 204')
}

/** The forms that game servers know. */
const isKnownNo = ({ status, text }: Answer): boolean =>
  status === 204 || (status === 200 && text === '') || ((status === 401 || status === 403) && text !== '')

/** Says whether hasJoined answers no, in any form: `probe.joined.none` looks at that. */
export const isNo = (answer: Answer): boolean => answer.status < 500 && !isYes(answer)

export const profile = (trial: Trial, id: string, query?: Record<string, string>): Promise<Answer> =>
  trial.ask('profile', { params: { id }, ...(query && { query }) })
