// GET and POST /register, and /register/sent, which looks the same whether or not the email address is known.

import type { Context, SiteContext } from '../../../domain/context.ts'
import { mailLifetimeMs } from '../../../domain/mail.ts'
import { openInvite } from '../../../domain/registration/invites.ts'
import { registrationBy } from '../../../domain/registration/mode.ts'
import { isWorkDone } from '../../../domain/registration/proof-of-work.ts'
import { register } from '../../../domain/registration/register.ts'
import { providerOfWaiting, sendRegistrationAgain } from '../../../domain/registration/send-again.ts'
import { authenticateFirstStep } from '../../../domain/sign-in/sign-in.ts'
import { asRefused } from '../../../http/errors/errors.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import type { Refusal } from '../../../model/errors/refusal.ts'
import { readCookie, setCookie } from '../../context/cookies.ts'
import { keepNext } from '../../context/kept-next.ts'
import { nextPath, pathWithNext } from '../../context/next.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import {
  emailProblems,
  passwordProblems,
  problemOf,
  usernameHint,
  usernameProblems,
} from '../../form/account-problems.ts'
import { field, form } from '../../form/forms.ts'
import { nextPolicy } from '../../form/next-policy.ts'
import { workField } from '../../form/work-field.ts'
import type { Page, PageAnswer, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { deadInvitation, invitation } from '../invitation.ts'
import { providerLinks, startOf } from '../providers/links.ts'
import { rulesField } from '../rules.ts'
import { checkYourMail, keepMailed, mailedTo, sentAgain } from './check-your-mail.ts'
import { beginSession, queryOf } from './sign-in.ts'

interface Typed {
  username: string
  email: string
  invite: string
  /** The path to return to with the new account. */
  next: string | undefined
}

export function registerPage({ site, get, post }: Pages, context: Context): void {
  get('/register', async (page) => {
    const next = nextPath(queryOf(page, 'next'), context.baseUrl())
    if (page.account) return { next: next ?? site.href('/account') }
    const invite = queryOf(page, 'invite').trim()
    if (registrationBy(context) === 'closed') return closed(context, site, page, { invite })
    const browser = registeringBrowser(context, page)
    const opened = invite === '' ? undefined : await openInvite(context, { browser, code: invite })
    // Told before a form is filled in.
    if (opened?.dead) return deadInvitation(context, site, page, opened.dead, next)
    const shown = await registerForm(context, site, page, { username: '', email: '', invite, next })
    return opened ? invitation(context, site, page, opened, shown) : shown
  })

  post('/register', async (page, fields): Promise<PageAnswer> => {
    const typed = {
      username: trimmed(fields.text('username')),
      email: trimmed(fields.text('email')),
      invite: trimmed(fields.text('invite')),
      next: nextPath(fields.text('next'), context.baseUrl()),
    }
    const { request, language, text } = page
    if (registrationBy(context) !== 'closed' && !(await isWorkDone(context, fields.text('altcha')))) {
      return { ...(await registerForm(context, site, page, typed)), status: 422, alert: text.work.missing }
    }
    const browser = registeringBrowser(context, page) || context.random.bytes(32).toString('base64url')
    const rules = fields.text('rules')
    const given = {
      ...typed,
      password: fields.text('password'),
      rules,
      language,
      address: request.ip,
      browser,
    }
    try {
      const answer = await register(context, given)
      if (answer === 'waiting') {
        return keepWaiting(context, page, browser, typed)
      }
      const credentials = { login: given.username, secret: given.password, address: request.ip }
      const signedIn = await authenticateFirstStep(context, credentials)
      if (!('account' in signedIn)) throw new Error('a new account has no second factor')
      return {
        ...(await beginSession(context, page, signedIn, typed.next ?? site.href('/account/play'))),
        flash: 'register.created',
      }
    } catch (error) {
      const refusal = refusalOf(page, error, text.register.problem)
      if (!refusal) return closed(context, site, page, { invite: typed.invite, status: 403 })
      return { ...(await registerForm(context, site, page, typed, request.refused?.reasons)), ...refusal }
    }
  })

  /** Shows where the email has gone. People who came through a provider have chosen no password, and go back to it. */
  const sent = async (page: PageContext, answer: Parameters<typeof checkYourMail>[4] = {}): Promise<Page> => {
    const waiting = { email: mailedTo(context, page) ?? '', browser: registeringBrowser(context, page) }
    const provider = await providerOfWaiting(context, waiting)
    const start = provider === undefined ? '/register' : startOf(provider)
    return checkYourMail(context, site, page, '/register/sent', answer, start)
  }

  get('/register/sent', (page) => sent(page))

  post('/register/sent', async (page): Promise<PageAnswer> => {
    const email = mailedTo(context, page)
    const browser = registeringBrowser(context, page)
    if (email === undefined || browser === '') return { to: '/register' }
    try {
      await sendRegistrationAgain(context, { email, browser, address: page.request.ip })
    } catch (error) {
      return sent(page, refusalOf(page, error))
    }
    return { to: '/register/sent', flash: sentAgain(context) }
  })
}

/** Keeps in the browser that it registered, and leads to the page that says where the email has gone. */
export function keepWaiting(
  context: Context,
  page: PageContext,
  browser: string,
  { email, next }: Pick<Typed, 'email' | 'next'>,
): Redirect {
  setCookie(context, page.reply, 'registering', browser, mailLifetimeMs.register)
  keepNext(context, page, 'register', next)
  keepMailed(context, page, email)
  return { to: '/register/sent' }
}

/** Returns the secret that identifies the browser that registered; empty if there is none. */
export function registeringBrowser(context: SiteContext, { request }: PageContext): string {
  const held = readCookie(context, request, 'registering') ?? ''
  return /^[\w-]{43}$/.test(held) ? held : ''
}

/** Returns the page without a form: nobody registers with a password, and perhaps nobody at all. */
async function closed(
  context: Context,
  site: Site,
  page: PageContext,
  { invite, status = 200 }: { invite: string; status?: number },
): Promise<Page> {
  const { register: words, signIn } = page.text
  const next = nextPath(queryOf(page, 'next'), context.baseUrl())
  const links = await providerLinks(context, site, page, { next, invite, registering: true })
  if (context.config.passwordSignIn === 'on' || !links) {
    const { heading, advice } = words.closed
    return {
      status,
      heading,
      content: html`<p class="lead">${advice}</p>
${links}`,
    }
  }
  return {
    status,
    heading: words.heading,
    hasEmblem: true,
    next,
    content: html`<section class="card">
<p>${words.through}</p>
${links}
</section>
<p class="aside">${words.hasAccount} <a href="${site.href(pathWithNext('/sign-in', next))}">${signIn.submit}</a></p>`,
  }
}

/**
 * Returns the error of a form that asked too often or has wrong fields, whose alert is `wrong`; undefined if registration
 * is closed. Throws any other error again.
 */
export function refusalOf(
  { request, text }: PageContext,
  error: unknown,
  wrong?: string,
): Pick<Page, 'status' | 'alert' | 'retryAfter'> | undefined {
  const refused = asRefused(error as Error)
  const { reason, retryAfter = 1 } = refused
  request.refused = refused
  if (reason === 'registration_closed') return undefined
  if (wrong !== undefined && ofFields.test(reason)) return { status: 422, alert: wrong }
  if (reason === 'vendor_unavailable') {
    return { status: 503, retryAfter, alert: text.register.vendorUnavailable }
  }
  const isSpent = reason === 'too_many_registrations' || reason === 'too_many_mails'
  if (!isSpent && reason !== 'overloaded') throw error
  const { tooMany, overloaded } = text.register
  return { status: 429, retryAfter, alert: isSpent ? tooMany(Math.ceil(retryAfter / 60)) : overloaded }
}

/** The refusals of what was typed into a field. */
const ofFields = /^(?:email|invite|password|rules|username)_/

async function registerForm(
  context: Context,
  site: Site,
  page: PageContext,
  typed: Typed,
  reasons: readonly Refusal[] = [],
): Promise<Page> {
  const { config } = context
  const work = await workField(context, site, page)
  const { register: text, signIn } = page.text
  const { next } = typed
  const invited = typed.invite === '' ? '' : `?invite=${encodeURIComponent(typed.invite)}`
  const links = await providerLinks(context, site, page, { next, invite: typed.invite })
  const policyOfNext = next === undefined ? {} : await nextPolicy(context, site, next)
  return {
    heading: text.heading,
    hasEmblem: true,
    ...work.page,
    policy: { ...work.page.policy, ...policyOfNext },
    here: site.href(pathWithNext(`/register${invited}`, next)),
    next,
    content: html`<section class="card">
${form(site, page, {
  action: '/register',
  submit: text.submit,
  hidden: { next },
  fields: [
    (registrationBy(context) === 'invite' || typed.invite !== '') &&
      field({
        name: 'invite',
        label: text.invite,
        value: typed.invite,
        autocomplete: 'off',
        problem: problemOf({ invite_invalid: text.inviteInvalid }, reasons),
      }),
    field({
      name: 'username',
      label: text.username,
      value: typed.username,
      autocomplete: 'username',
      hint: usernameHint(context, page.text),
      problem: problemOf(usernameProblems(context, page.text), reasons),
    }),
    field({
      name: 'email',
      label: text.email,
      type: 'email',
      value: typed.email,
      autocomplete: 'email',
      inputmode: 'email',
      hint: text.emailHint,
      problem: problemOf(emailProblems(page.text), reasons),
    }),
    newPassword(config.passwordMinLength, page, text.password, reasons),
    rulesField(context, page, reasons),
    work.field,
  ],
})}
${links}
</section>
<p class="aside">${text.hasAccount} <a href="${site.href(pathWithNext('/sign-in', next))}">${signIn.submit}</a></p>`,
  }
}

/** Renders the field for a new password, with the problem if one of the reasons is about it. */
export const newPassword = (
  minLength: number,
  { text }: PageContext,
  label: string,
  reasons: readonly Refusal[] | undefined,
): Html =>
  field({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: text.register.passwordHint(minLength),
    problem: problemOf(passwordProblems(text, minLength), reasons),
  })
