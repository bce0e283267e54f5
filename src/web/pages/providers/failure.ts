// What /sign-in says after a sign-in at a provider that led nowhere.
import type { Context } from '../../../domain/context.ts'
import { offeredProviders } from '../../../domain/identities/offered.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Text } from '../../context/text.ts'
import type { Page } from '../../page/page.ts'
import { nextOf, signInForm, signInRefusal } from '../sign-in/sign-in.ts'

type Words = Exclude<keyof Text['signIn']['provider'], 'continue'>

const known: Partial<Record<Refused['reason'], readonly [status: number, words: Words]>> = {
  sign_in_state_unknown: [422, 'expired'],
  provider_gone: [404, 'gone'],
  provider_declined: [422, 'declined'],
  provider_unproved: [422, 'unproved'],
  provider_unanswered: [503, 'unanswered'],
  provider_not_linked: [422, 'notLinked'],
  provider_registration_off: [403, 'closed'],
  provider_guild_missing: [403, 'guild'],
}

/** Seconds after which a provider that did not answer may do so. */
const retryAfter = 10

/** Returns the error of a sign-in at a provider: what happened, and what to do. Throws any other error again. */
export async function providerRefusal(
  context: Context,
  page: PageContext,
  error: unknown,
  name: string,
): Promise<Pick<Page, 'status' | 'alert' | 'retryAfter'>> {
  const found = error instanceof Refused ? known[error.reason] : undefined
  if (!found || !(error instanceof Refused)) return signInRefusal(context, page, error)
  page.request.refused = error
  context.attempts.refused('web', error, page.request.ip)
  const [status, words] = found
  const { title = name } = (await offeredProviders(context)).find((each) => each.name === name) ?? {}
  const said = page.text.signIn.provider[words]
  const alert = typeof said === 'string' ? said : said(title)
  return { status, alert, ...(status === 503 && { retryAfter }) }
}

/** Returns the sign-in page with the error, and with the link to begin again. */
export async function failedSignIn(
  context: Context,
  site: Site,
  page: PageContext,
  error: unknown,
  { name, next: path = '' }: { name: string; next: string | undefined },
): Promise<Page> {
  const refusal = await providerRefusal(context, page, error, name)
  const next = nextOf(context, site, path)
  return { ...(await signInForm(context, site, page, { login: '', next })), ...refusal }
}
