// GET and POST /sign-in: username or email address, and password.

import { accountById } from '../../../domain/accounts/find.ts'
import type { Context } from '../../../domain/context.ts'
import { authenticateFirstStep, type SignedIn } from '../../../domain/sign-in/sign-in.ts'
import { endSession, startSession } from '../../../domain/tokens/web-sessions.ts'
import { deviceOf } from '../../../http/headers/device.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import { isAdministrator } from '../../../model/accounts/role.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { clearCookie, readCookie, setCookie } from '../../context/cookies.ts'
import { nextPath, pathWithNext } from '../../context/next.ts'
import { isSignedIn, type PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Text } from '../../context/text.ts'
import { field, form } from '../../form/forms.ts'
import { nextApplication } from '../../form/next-policy.ts'
import { passkeyButton } from '../../form/passkey-button.ts'
import { passkeyScripts } from '../../form/passkey-form.ts'
import { withTime } from '../../layout/time.ts'
import type { Page, PageAnswer, ReturnRedirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { leadOn } from '../providers/lead-on.ts'
import { providerLinks } from '../providers/links.ts'
import { continueForm, keepProof } from './second-step.ts'

export function signInPage({ site, get, post }: Pages, context: Context): void {
  get('/sign-in', async (page) => {
    const next = nextOf(context, site, queryOf(page, 'next'))
    // An application may require a fresh sign-in.
    const isAgain = queryOf(page, 'again') !== ''
    if (page.account && !isAgain) return { next }
    const isLocal =
      isLocalAsked(page) || (isAgain && page.account !== undefined && isAdministrator(page.account))
    const leading =
      isAgain || isLocal ? undefined : await leadOn(context, site, page, givenNextOf(site, next))
    if (leading) return leading
    const login =
      queryOf(page, 'login') || (readCookie(context, page.request, 'login') ?? page.account?.username ?? '')
    return signInForm(context, site, page, { login, next, isAgain, isLocal })
  })

  post('/sign-in', async (page, fields): Promise<PageAnswer> => {
    const login = trimmed(fields.text('login'))
    const next = nextOf(context, site, fields.text('next'))
    const isLocal = fields.text('local') !== ''
    const credentials = { login, secret: fields.text('password'), address: page.request.ip, isLocal }
    try {
      const proved = await authenticateFirstStep(context, credentials)
      if ('account' in proved) return await beginSession(context, page, proved, next)
      await keepProof(context, page, proved)
      return { to: pathWithNext('/sign-in/code', next) }
    } catch (error) {
      const refusal = await signInRefusal(context, page, error)
      const isInvalid = refusal.status === 422
      return { ...(await signInForm(context, site, page, { login, next, isInvalid, isLocal })), ...refusal }
    }
  })
}

/** Starts the session and ends the visitor's previous one, so that nobody who planted that cookie gets in. */
export async function beginSession(
  context: Context,
  page: PageContext,
  signedIn: SignedIn,
  next: string,
): Promise<ReturnRedirect> {
  page.request.about = signedIn.account
  context.attempts.succeeded('web', signedIn.account.id, page.request.ip)
  if (isSignedIn(page)) await endSession(context, page.secret, page.request.ip)
  const secret = await startSession(context, signedIn, deviceOf(page.request))
  setCookie(context, page.reply, 'session', secret, context.config.sessionLifetime)
  clearCookie(context, page.reply, 'guest')
  clearCookie(context, page.reply, 'sign-in')
  if (readCookie(context, page.request, 'login') !== undefined) clearCookie(context, page.reply, 'login')
  return { next }
}

/** Returns the full path to continue to after signing in. */
export const nextOf = (context: Context, site: Site, next: string): string =>
  nextPath(next, context.baseUrl()) ?? site.href('/account')

/** Returns a query parameter, or an empty string unless it is there exactly once. */
export function queryOf({ request }: PageContext, name: string): string {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the error for somebody who was not signed in. Throws any other error again. */
export async function signInRefusal(
  context: Context,
  { request, language, text }: PageContext,
  error: unknown,
  words: Pick<Text['signIn'], 'invalid' | 'tooMany'> = text.signIn,
): Promise<Pick<Page, 'status' | 'alert' | 'retryAfter'>> {
  if (!(error instanceof Refused)) throw error
  request.refused = error
  context.attempts.refused('web', error, request.ip)
  const { reason, retryAfter = 1, about } = error
  if (reason === 'credentials_invalid') return { status: 422, alert: words.invalid }
  if (reason === 'too_many_guesses') {
    return { status: 429, retryAfter, alert: words.tooMany(Math.ceil(retryAfter / 60)) }
  }
  if (reason === 'account_suspended' && about?.id !== undefined) {
    const { suspension } = await accountById(context, about.id)
    const told = text.signIn.suspended(suspension?.reason, suspension?.until)
    return { status: 403, alert: withTime(language, [suspension?.until], told) }
  }
  throw error
}

/** Returns the path that `next` asked for, unless it is where everybody comes. */
const givenNextOf = (site: Site, next: string): string | undefined =>
  next === site.href('/account') ? undefined : next

interface SigningIn {
  login: string
  next: string
  isInvalid?: boolean
  /** True if somebody who is already signed in has to prove again who they are. */
  isAgain?: boolean
  /** True on `/sign-in?local`, which has the form for a password whatever NORN_PASSWORD_SIGN_IN says. */
  isLocal?: boolean
}

const isLocalAsked = ({ request }: PageContext): boolean =>
  Object.hasOwn(request.query as Record<string, unknown>, 'local')

export async function signInForm(
  context: Context,
  site: Site,
  page: PageContext,
  { login, next, isInvalid = false, isAgain = page.account !== undefined, isLocal = false }: SigningIn,
): Promise<Page> {
  const { signIn, layout } = page.text
  const links = await providerLinks(context, site, page, { next: givenNextOf(site, next) })
  const passkey = await passkeyButton(context, site, page, next)
  const asWaiting = await continueForm(context, site, page, next)
  const { name, policy } = await nextApplication(context, site, next)
  const givenNext = givenNextOf(site, next)
  const href = (path: string) => site.href(pathWithNext(path, givenNext))
  const hasPasswords = context.config.passwordSignIn === 'on'
  const isOnlyLocal = isLocal && !hasPasswords
  const password =
    (hasPasswords || isLocal) &&
    passwordForm(site, page, {
      login,
      next,
      isInvalid,
      isLocal: isOnlyLocal,
      isQuiet: asWaiting !== undefined,
      hasPasskeys: passkey !== undefined,
    })
  return {
    heading: signIn.heading,
    hasEmblem: true,
    ...(passkey && { scripts: passkeyScripts }),
    policy,
    here: href(isOnlyLocal ? localPath(page) : page.account ? '/sign-in?again=1' : '/sign-in'),
    next: givenNext,
    content: html`${name !== undefined && html`<p class="lead">${signIn.continueTo(name)}</p>`}
${asWaiting ?? (isAgain && html`<p class="lead">${signIn.again}</p>`)}
<section class="card">
${isOnlyLocal && html`<p>${signIn.local}</p>`}
${password}
${passkey}
${links}
${!password && !passkey && !links && html`<p>${signIn.nobody}</p>`}
${hasPasswords && html`<p><a href="${href('/recover')}">${signIn.forgotten}</a></p>`}
</section>
${!isAgain && !asWaiting && site.hasRegistration && html`<p class="aside">${signIn.isNew} <a href="${href('/register')}">${layout.register}</a></p>`}`,
  }
}

/** The page on which an administrator's password counts with NORN_PASSWORD_SIGN_IN=off. */
const localPath = ({ account }: Pick<PageContext, 'account'>): string =>
  account ? '/sign-in?local=1&again=1' : '/sign-in?local=1'

function passwordForm(
  site: Site,
  page: PageContext,
  {
    login,
    next,
    isInvalid,
    isLocal,
    isQuiet,
    hasPasskeys,
  }: Required<Omit<SigningIn, 'isAgain'>> & { isQuiet: boolean; hasPasskeys: boolean },
): Html {
  const { signIn } = page.text
  return form(site, page, {
    action: '/sign-in',
    submit: signIn.submit,
    ...(isQuiet && { variant: 'quiet' as const }),
    hidden: { next, ...(isLocal && { local: '1' }) },
    fields: [
      field({
        name: 'login',
        label: signIn.login,
        value: login,
        autocomplete: hasPasskeys ? 'username webauthn' : 'username',
        isInvalid,
      }),
      field({
        name: 'password',
        label: signIn.password,
        type: 'password',
        autocomplete: 'current-password',
        isInvalid,
      }),
    ],
  })
}
