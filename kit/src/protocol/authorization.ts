// The header of requests to the services.
import { NotOffered } from '../outcome.ts'
import type { Trial } from '../trial.ts'
import { invalidate, signIn } from './launcher.ts'

/** Headers of somebody who has not signed in: without a token, with such that do not exist, and with one that has ended. */
export async function withoutGoodToken(trial: Trial): Promise<Record<string, string>[]> {
  const tokens = await badTokens(trial)
  return [{}, ...tokens.map((token) => ({ authorization: `Bearer ${token}` }))]
}

/** Tokens that do not exist, and one that has ended. Where tokens can't be ended, that one is left out. */
export async function badTokens(trial: Trial): Promise<string[]> {
  const never = [trial.chance.hex(32), 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.']
  const session = await signIn(trial, trial.account())
  try {
    const { status } = await invalidate(trial, session)
    return status === 200 || status === 204 ? [...never, session.accessToken] : never
  } catch (error) {
    if (error instanceof NotOffered) return never
    throw error
  }
}
