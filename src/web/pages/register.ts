// GET and POST /register, and /register/sent, which looks the same whether or not the e-mail is known.
import { options } from '../../config/options.ts'
import type { Context } from '../../domain/context.ts'
import { isWorkDone } from '../../domain/registration/proof-of-work.ts'
import { type RegistrationProblems, register } from '../../domain/registration/register.ts'
import { authenticateFirstStep } from '../../domain/sign-in/sign-in.ts'
import { html } from '../../lib/html.ts'
import { Refused } from '../../model/refusal.ts'
import { field, form } from '../forms.ts'
import type { Page, PageAnswer } from '../page.ts'
import type { Pages } from '../page-scope.ts'
import type { Site } from '../site.ts'
import type { Visit } from '../visit.ts'
import { workField } from '../work-field.ts'
import { checkYourMail } from './check-your-mail.ts'
import { enter, queryOf } from './sign-in.ts'

interface Typed {
  username: string
  email: string
  invite: string
}

export function registerPage({ site, get, post }: Pages, context: Context): void {
  const { config } = context
  get('/register', async (visit) => {
    if (visit.account) return { to: '/account' }
    if (config.registration === 'closed') return closed(visit)
    return registerForm(context, site, visit, { username: '', email: '', invite: queryOf(visit, 'invite') })
  })

  post('/register', async (visit, fields): Promise<PageAnswer> => {
    const typed = {
      username: fields.text('username').trim(),
      email: fields.text('email').trim(),
      invite: fields.text('invite').trim(),
    }
    const { request, language, text } = visit
    if (config.registration !== 'closed' && !(await isWorkDone(context, fields.text('altcha')))) {
      return { ...(await registerForm(context, site, visit, typed)), status: 422, alert: text.work.missing }
    }
    const given = { ...typed, password: fields.text('password'), language, address: request.ip }
    try {
      const answer = await register(context, given)
      if (answer === 'waiting') return { to: '/register/sent' }
      if (answer !== 'made') return registerForm(context, site, visit, typed, answer.problems)
      const credentials = { login: given.username, secret: given.password, address: request.ip }
      const signedIn = await authenticateFirstStep(context, credentials)
      if (!('account' in signedIn)) throw new Error('a new account has no second factor')
      return { ...(await enter(context, visit, signedIn, site.href('/account'))), said: 'register.created' }
    } catch (error) {
      const refusal = refusalOf(visit, error)
      if (!refusal) return closed(visit, 403)
      return { ...(await registerForm(context, site, visit, typed)), ...refusal }
    }
  })

  get('/register/sent', checkYourMail)
}

const closed = ({ text }: Visit, status = 200): Page => ({
  status,
  heading: text.register.closed.heading,
  content: html`<p class="lead">${text.register.closed.advice}</p>`,
})

/** How a page says that it was asked for too much; undefined where registration is closed. Throws what is neither. */
export function refusalOf(
  { request, text }: Visit,
  error: unknown,
): Pick<Page, 'status' | 'alert' | 'retryAfter'> | undefined {
  if (!(error instanceof Refused)) throw error
  const { reason, retryAfter = 1 } = error
  request.refused = error
  if (reason === 'registration_closed') return undefined
  const isSpent = reason === 'too_many_registrations' || reason === 'too_many_mails'
  if (!isSpent && reason !== 'overloaded') throw error
  const { tooMany, overloaded } = text.register
  return { status: 429, retryAfter, alert: isSpent ? tooMany(Math.ceil(retryAfter / 60)) : overloaded }
}

async function registerForm(
  context: Pick<Context, 'config' | 'workChallenges'>,
  site: Site,
  visit: Visit,
  typed: Typed,
  problems: RegistrationProblems = {},
): Promise<Page> {
  const { config } = context
  const work = await workField(context, site, visit)
  const { register: text, signIn } = visit.text
  const { username, email, password, invite } = problems
  const isOwnPattern = config.usernamePattern.source !== `^(?:${options.NORN_USERNAME_PATTERN.defaultText})$`
  const usernameProblem = isOwnPattern && username === 'malformed' ? 'unlike' : username
  const isWrong = Object.keys(problems).length > 0
  return {
    heading: text.heading,
    ...work.page,
    ...(isWrong && { status: 422, alert: text.problem }),
    content: html`<section class="card">
${form(site, visit, {
  action: '/register',
  submit: text.submit,
  fields: [
    config.registration === 'invite' &&
      field({
        name: 'invite',
        label: text.invite,
        value: typed.invite,
        autocomplete: 'off',
        problem: invite && text.inviteInvalid,
      }),
    field({
      name: 'username',
      label: text.username,
      value: typed.username,
      autocomplete: 'username',
      hint: text.usernameHint,
      problem: usernameProblem && text.usernameProblems[usernameProblem],
    }),
    field({
      name: 'email',
      label: text.email,
      type: 'email',
      value: typed.email,
      autocomplete: 'email',
      inputmode: 'email',
      hint: text.emailHint,
      problem: email && text.emailProblems[email],
    }),
    newPassword(config.passwordMinLength, visit, text.password, password),
    work.field,
  ],
})}
</section>
<p class="aside">${text.hasAccount} <a href="${site.href('/sign-in')}">${signIn.submit}</a></p>`,
  }
}

/** The field for a password that is chosen here. */
export function newPassword(
  least: number,
  { text: { register } }: Visit,
  label: string,
  problem: RegistrationProblems['password'],
) {
  const { passwordProblems, passwordHint } = register
  const said = problem === 'short' ? passwordProblems.short(least) : problem && passwordProblems[problem]
  return field({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: passwordHint(least),
    problem: said,
  })
}
