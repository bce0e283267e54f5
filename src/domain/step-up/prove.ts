import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { SiteContext } from '../context.ts'
import { passkeyRequest, provePasskey } from '../passkeys/sign-in.ts'
import { proveCurrentCode } from '../sign-in/second-step.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import type { Asking } from './forms.ts'
import { digestOfStepUp, keepStepUp } from './kept.ts'

/** An answer for one form works for no other, and signs nobody in. */
const purposeOf = (asking: Omit<Asking, 'address'>): string => digestOfStepUp('step-up', asking)

/** Returns the options with which a browser asks for a passkey of the account; undefined without passkeys here. */
export const stepUpOptions = (
  context: SiteContext,
  asking: Omit<Asking, 'address'>,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> => passkeyRequest(context, purposeOf(asking))

/**
 * Keeps that a passkey of the account was there, for one form. A wrong answer, or the passkey of another account, is
 * charged like a wrong password. Throws Refused `credentials_invalid`, `too_many_guesses`, `session_ended`.
 */
export async function stepUpByPasskey(
  context: SignInDeps & SiteContext,
  asking: Asking,
  answer: AuthenticationResponseJSON | undefined,
): Promise<void> {
  const { account, address } = asking
  await provePasskey(context, answer, { address, purpose: purposeOf(asking), account: account.id })
  await keepStepUp(context, asking)
}

/**
 * Keeps that the second factor was there, for one form. Throws Refused `credentials_invalid`, `too_many_guesses`,
 * `session_ended`.
 */
export async function stepUpByCode(context: SignInDeps, asking: Asking, code: string): Promise<void> {
  const { account, address, session } = asking
  await proveCurrentCode(context, account, code, { address, startedAt: session.startedAt })
  await keepStepUp(context, asking)
}
