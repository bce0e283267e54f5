// A server that has one player in mind is right about that one by accident.
import type { Trial } from '../trial.ts'
import { type Session, signIn } from './launcher.ts'

/** Signs both accounts in. */
export async function bothSignedIn(trial: Trial): Promise<readonly [Session, Session]> {
  return [await signIn(trial, trial.account()), await signIn(trial, trial.other())]
}
