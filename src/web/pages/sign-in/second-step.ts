// What follows a proved password, in the browser that proved it: a code, or the button "Continue as {name}".
import type { Context, SiteContext } from '../../../domain/context.ts'
import { awaitSecondStep, secondStepTimeoutMs, waitingSignIn } from '../../../domain/sign-in/second-step.ts'
import type { PasswordProved } from '../../../domain/sign-in/sign-in.ts'
import { minuteMs } from '../../../lib/measure/units.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Profile } from '../../../model/accounts/account.ts'
import { readCookie, setCookie } from '../../context/cookies.ts'
import { pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Flash } from '../../context/text.ts'
import { form } from '../../form/forms.ts'
import type { Redirect } from '../../page/page.ts'

/** Keeps in the browser that the password was proved, for as long as the second step may take. */
export async function keepProof(
  context: Context,
  { reply }: PageContext,
  proved: PasswordProved,
): Promise<void> {
  setCookie(context, reply, 'sign-in', await awaitSecondStep(context, proved), secondStepTimeoutMs)
}

/** Returns the secret of `keepProof`; empty if there is none. */
export const pendingSecret = (context: SiteContext, { request }: PageContext): string =>
  readCookie(context, request, 'sign-in') ?? ''

export const startAgain = (next: string): Redirect => ({
  to: pathWithNext('/sign-in', next),
  flash: 'signIn.expired',
})

/** The sign-in form is filled in if it is opened within this time. */
const loginKeptMs = 10 * minuteMs

/**
 * Redirects to the sign-in form, filled in with the name. It also appears if somebody else is signed in here. With a
 * proof, it has a button in place of the password. With `isLocal` it is the one for passwords of administrators.
 */
export async function signInAs(
  context: Context,
  page: PageContext,
  { id, username }: Profile,
  {
    flash,
    next,
    proved,
    isLocal = false,
  }: { flash: Flash; next: string | undefined; proved?: PasswordProved; isLocal?: boolean },
): Promise<Redirect> {
  setCookie(context, page.reply, 'login', username, loginKeptMs)
  if (proved) await keepProof(context, page, proved)
  const isSomebodyElse = page.account !== undefined && page.account.id !== id
  const asked = [isLocal && 'local=1', isSomebodyElse && 'again=1'].filter(Boolean).join('&')
  return { to: pathWithNext(asked === '' ? '/sign-in' : `/sign-in?${asked}`, next), flash }
}

/** Renders the button for a player whose password was just proved; undefined if there is nobody. */
export async function continueForm(
  context: Context,
  site: Site,
  page: PageContext,
  next: string,
): Promise<Html | undefined> {
  const secret = pendingSecret(context, page)
  const waiting = secret === '' ? undefined : await waitingSignIn(context, secret)
  return (
    waiting &&
    html`<section class="card">
${form(site, page, {
  action: '/sign-in/continue',
  submit: page.text.signIn.continueAs(waiting.username),
  hidden: { next },
})}
</section>`
  )
}
