// Whether a token is still good, as `validate` says.
import { Deviation } from '../outcome.ts'
import type { Trial } from '../trial.ts'
import { isGood, type Session } from './launcher.ts'

type Tokens = Pick<Session, 'accessToken' | 'clientToken'>

/** @throws {Deviation} where the token is still good; `what` says which token it is */
export async function expectDead(trial: Trial, tokens: Tokens, what: string): Promise<void> {
  if (await isGood(trial, tokens))
    throw new Deviation(`${what} refused from then on`, 'validate still takes it')
}

/** @throws {Deviation} where the token is not good any more */
export async function expectAlive(trial: Trial, tokens: Tokens, what: string): Promise<void> {
  if (!(await isGood(trial, tokens))) throw new Deviation(`${what} still good`, 'validate refuses it')
}
