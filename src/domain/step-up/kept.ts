import { digest } from '../../lib/crypto/digest.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { putStepUp, type StepUpKind, stepUp, useStepUp } from '../../storage/sign-in/step-ups.ts'
import type { ReadContext } from '../context.ts'
import { mailLifetimeMs } from '../mail.ts'
import type { Asking } from './forms.ts'

/** The time in which the form has to be sent, and a code to be typed. */
export const stepUpMs = mailLifetimeMs.code

type Kept = Pick<Asking, 'account' | 'session' | 'form'>

/** Returns the digest of the row for this account, session and form. Nobody else's session has the same. */
export const digestOfStepUp = (kind: StepUpKind, { account, session, form }: Kept): string =>
  digest(`${kind}:${form}:${account.id}:${session.id}`)

/** Keeps for one form of one session that somebody has proved who they are. Throws Refused `session_ended`. */
export async function keepStepUp(
  { clock, db }: Pick<ReadContext, 'clock'> & { db: Queries },
  asking: Kept,
  kind: StepUpKind = 'step-up',
  code = '',
): Promise<void> {
  const { id, credentialsVersion } = asking.account
  const now = clock()
  const isKept = await putStepUp(db, {
    digest: digestOfStepUp(kind, asking),
    kind,
    account_id: id,
    credentials_version: credentialsVersion,
    code,
    issued_at: now,
    expires_at: now + stepUpMs,
  })
  if (!isKept) throw new Refused('session_ended', { about: { id } })
}

/** Returns true if the form may be sent without the password. */
export const hasSteppedUp = async ({ clock, db }: ReadContext, asking: Kept): Promise<boolean> =>
  (await stepUp(db, digestOfStepUp('step-up', asking), 'step-up', clock())) !== undefined

/** Uses the proof up. Returns true for exactly one of several forms that are sent at once. */
export const useSteppedUp = ({ clock, db }: ReadContext, asking: Kept): Promise<boolean> =>
  useStepUp(db, digestOfStepUp('step-up', asking), 'step-up', clock())
