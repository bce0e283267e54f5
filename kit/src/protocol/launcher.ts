// The requests of launchers, as launchers send them.
import type { Account } from '../accounts.ts'
import type { Answer } from '../http/exchange.ts'
import { listAt, textAt } from '../json.ts'
import { Skipped } from '../outcome.ts'
import type { Asking, Trial } from '../trial.ts'
import { agent } from '../words/vendor.ts'
import { summary } from './answers.ts'

/** Signed in: a token, and whose it is. */
export interface Session {
  accessToken: string
  clientToken: string
  id: string
  name: string
  answer: Answer
}

type Body = Record<string, unknown>

/** Sends `authenticate`; members of `body` that are undefined are left out. */
export function authenticate(
  trial: Trial,
  account: Account,
  body: Body = {},
  asking: Asking = {},
): Promise<Answer> {
  trial.world.client.secrets.add(account.password)
  const { login, password } = account
  const clientToken = trial.chance.hex(32)
  return trial.ask('authenticate', {
    json: { agent, username: login, password, clientToken, ...body },
    ...asking,
  })
}

/**
 * Signs in for a check that is about something else.
 *
 * @throws {Skipped} where the account cannot sign in, or has no single profile
 */
export async function signIn(trial: Trial, account: Account, body: Body = {}): Promise<Session> {
  const clientToken = trial.chance.hex(32)
  const answer = await authenticate(trial, account, { clientToken, ...body })
  const accessToken = textAt(answer.json, 'accessToken')
  if (answer.status !== 200 || !accessToken)
    throw new Skipped(`the account cannot sign in: ${trial.world.client.secrets.masked(summary(answer))}`)
  const profile = {
    id: textAt(answer.json, 'selectedProfile', 'id'),
    name: textAt(answer.json, 'selectedProfile', 'name'),
  }
  if (!profile.id || !profile.name)
    throw new Skipped(
      `the account has ${listAt(answer.json, 'availableProfiles').length} profiles; give one with a single profile`,
    )
  return {
    accessToken,
    clientToken: textAt(answer.json, 'clientToken') ?? clientToken,
    id: profile.id,
    name: profile.name,
    answer,
  }
}

type Tokens = Pick<Session, 'accessToken' | 'clientToken'>

export const validate = (trial: Trial, { accessToken, clientToken }: Tokens): Promise<Answer> =>
  trial.ask('validate', { json: { accessToken, clientToken } })

export const refresh = (
  trial: Trial,
  { accessToken, clientToken }: Tokens,
  body: Body = {},
): Promise<Answer> => trial.ask('refresh', { json: { accessToken, clientToken, ...body } })

export const invalidate = (trial: Trial, { accessToken, clientToken }: Tokens): Promise<Answer> =>
  trial.ask('invalidate', { json: { accessToken, clientToken } })

export const signOut = (trial: Trial, { login, password }: Account): Promise<Answer> =>
  trial.ask('signout', { json: { username: login, password } })

/** Says whether a token is still good: `validate` answers with a success. */
export async function isGood(trial: Trial, tokens: Tokens): Promise<boolean> {
  const { status } = await validate(trial, tokens)
  return status === 200 || status === 204
}
