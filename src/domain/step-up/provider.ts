import { minuteMs } from '../../lib/measure/units.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { toleranceSeconds } from '../../state/providers/tokens.ts'
import { linkedIdentity } from '../../storage/sign-in/linked-identities.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import type { Proved } from '../identities/prove.ts'
import type { Asking } from './forms.ts'
import { keepStepUp } from './kept.ts'
import { mailStepUpCode } from './mailed-code.ts'

/** A sign-in at a provider that is older proves nothing. */
export const freshMs = 15 * minuteMs

/**
 * Keeps that somebody has just signed in again as the linked person, if the provider says so, for one form.
 * Otherwise sends a code by email, which has to be typed as well. Throws Refused `step_up_required` for anybody else, and those of
 * `mailStepUpCode`.
 */
export async function stepUpByProvider(
  context: ChangeContext & SecretContext,
  asking: Asking,
  { provider, identity }: Proved,
): Promise<'proved' | 'mailed'> {
  const { account } = asking
  const linked = await linkedIdentity(context.db, provider.name, identity.subject)
  if (linked?.account_id !== account.id) throw new Refused('step_up_required', { about: account })
  if (isFresh(identity.authenticatedAt, context.clock())) {
    await keepStepUp(context, asking)
    return 'proved'
  }
  await mailStepUpCode(context, asking)
  return 'mailed'
}

/** Returns true for a sign-in of the last minutes, in epoch milliseconds. One of the future is a lie, or another unit. */
function isFresh(at: number | undefined, now: number): boolean {
  if (at === undefined) return false
  // Providers count in whole seconds.
  const seconds = Math.floor(now / 1000) - at / 1000
  return seconds <= freshMs / 1000 && seconds >= -toleranceSeconds
}
