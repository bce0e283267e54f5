// The friends list and what friends play, asked for as games and launchers do.
import type { Answer } from '../http/exchange.ts'
import { listAt, textAt } from '../json.ts'
import { NotOffered, Skipped } from '../outcome.ts'
import type { Trial } from '../trial.ts'
import { summary } from './answers.ts'
import { bothSignedIn } from './both.ts'
import type { Session } from './launcher.ts'

type Headers = Record<string, string>

const bearing = ({ accessToken }: Session): Headers => ({ authorization: `Bearer ${accessToken}` })

/** The three arrays of a list. */
export const arrays = ['friends', 'incomingRequests', 'outgoingRequests'] as const

export const list = (trial: Trial, session: Session, headers: Headers = {}): Promise<Answer> =>
  trial.ask('friends', { headers: { ...bearing(session), ...headers } })

/** Sends a change of the list; members that are null are sent. */
export const change = (trial: Trial, session: Session, json: Record<string, unknown>): Promise<Answer> =>
  trial.ask('friends', { method: 'PUT', json, headers: bearing(session) })

export const add = (trial: Trial, session: Session, other: Session): Promise<Answer> =>
  change(trial, session, { updateType: 'ADD', name: other.name })

export const remove = (trial: Trial, session: Session, other: Session): Promise<Answer> =>
  change(trial, session, { updateType: 'REMOVE', profileId: other.id })

/** Reports what a player plays. */
export const report = (
  trial: Trial,
  session: Session,
  status: string,
  more: { joinInfo?: unknown; headers?: Headers } = {},
): Promise<Answer> => {
  const { headers = {}, ...body } = more
  return trial.ask('presence', {
    json: { status, ...body },
    headers: { 'content-type': 'application/json; charset=utf-8', ...bearing(session), ...headers },
  })
}

export const readAttributes = (trial: Trial, session: Session): Promise<Answer> =>
  trial.ask('attributes', { headers: bearing(session) })

export const writePreferences = (
  trial: Trial,
  session: Session,
  friendsPreferences: Record<string, unknown>,
): Promise<Answer> =>
  trial.ask('attributes', { method: 'POST', json: { friendsPreferences }, headers: bearing(session) })

const plain = (id: string | undefined): string | undefined => id?.replaceAll('-', '').toLowerCase()

/** The entry of a player in one of the arrays of a list, or in the presence. */
export const entryOf = (answer: Answer, array: string, { id }: Session): unknown =>
  listAt(answer.json, array).find((each) => plain(textAt(each, 'profileId')) === id)

/** The arrays of a list that have a player. */
export const arraysWith = (answer: Answer, player: Session): string[] =>
  arrays.filter((array) => entryOf(answer, array, player) !== undefined)

/**
 * Ends whatever is between two players. A request is taken back by who sent it: servers may hide further requests of
 * somebody who was declined.
 */
async function part(trial: Trial, one: Session, other: Session): Promise<void> {
  const found = arraysWith(await list(trial, one), other)
  if (found.includes('incomingRequests')) await remove(trial, other, one)
  else if (found.length > 0) await remove(trial, one, other)
}

/** Tries two players between whom there is nothing, and leaves nothing between them. */
export async function withStrangers(
  trial: Trial,
  work: (one: Session, other: Session) => Promise<void>,
): Promise<void> {
  const [one, other] = await bothSignedIn(trial)
  await part(trial, one, other)
  try {
    await work(one, other)
  } finally {
    const { last } = trial
    await part(trial, one, other).catch(() => undefined)
    trial.last = last
  }
}

/** Tries two players who are friends. */
export const withFriends = (
  trial: Trial,
  work: (one: Session, other: Session) => Promise<void>,
): Promise<void> =>
  withStrangers(trial, async (one, other) => {
    const asked = await add(trial, one, other)
    if (asked.status === 403) throw new Skipped('an account takes no requests, or has its friends list off')
    const answer = await add(trial, other, one)
    if (!arraysWith(answer, one).includes('friends'))
      throw new Skipped(`the accounts do not become friends: ${summary(answer)}`)
    await work(one, other)
  })

/** @throws {NotOffered} where the server has no friends list */
export async function demandFriends(trial: Trial, session: Session): Promise<void> {
  const { status } = await list(trial, session)
  if (status !== 200) throw new NotOffered(`there is no friends list: status ${status}`)
}
