import { fold } from '../../lib/text/fold.ts'
import { digestOfBrowser } from '../../model/accounts/credential.ts'
import { registrationOfBrowser } from '../../storage/accounts/registrations.ts'
import type { ChangeContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import { isNameRefusal } from '../names/owner.ts'
import { isStillOpen } from './confirm.ts'
import { chargeMail } from './limits.ts'
import { addWaiting, identityIn } from './waiting.ts'

/** The browser that registered and the address it registered with. */
interface SendAgainInput {
  email: string
  /** The browser's secret, as in `RegistrationInput`. */
  browser: string
  /** The client's address. */
  address: string
}

/**
 * Sends another link for this browser's registration. If there is none, or enough emails were sent, nothing is sent and
 * the answer is the same. Throws Refused `too_many_mails`, `overloaded`.
 */
export async function sendRegistrationAgain(
  context: ChangeContext & SecretContext & SiteContext,
  { email, browser, address }: SendAgainInput,
): Promise<void> {
  const { clock, db } = context
  await chargeMail(context, address)
  const waiting = await registrationOfBrowser(db, fold(email), digestOfBrowser(browser), clock())
  if (!waiting || !(await isStillOpen(context, waiting))) return
  const { username, language, password_hash: passwordHash, invite_id: id, group_name } = waiting
  const invite = id === null ? undefined : { id, group_name }
  const proved = { identity: identityIn(waiting), said: waiting.said_groups }
  const accepted = { rules_version: waiting.rules_version, rules_accepted_at: waiting.rules_accepted_at }
  const given = { username, email: waiting.email, language, address, browser, accepted, ...proved }
  try {
    await db.transaction((tx) => addWaiting(context, tx, given, passwordHash, invite))
  } catch (error) {
    // Somebody else has registered the name meanwhile, which the first link will report.
    if (!isNameRefusal(error)) throw error
  }
}

/** Returns the name of the provider that has proved whom this browser registers; undefined if a password does. */
export async function providerOfWaiting(
  { clock, db }: ReadContext,
  { email, browser }: Pick<SendAgainInput, 'browser' | 'email'>,
): Promise<string | undefined> {
  return (
    (await registrationOfBrowser(db, fold(email), digestOfBrowser(browser), clock()))?.provider ?? undefined
  )
}
