// GET and POST /recover, /recover/sent and /recover/{token}: choosing a new password by email.
import type { Context } from '../../domain/context.ts'
import { isWorkDone } from '../../domain/registration/proof-of-work.ts'
import type { PasswordProblem } from '../../domain/registration/rules.ts'
import { askForRecovery, recover, recovering } from '../../domain/sign-in/recovery.ts'
import { html } from '../../lib/text/html.ts'
import { isMailAddress } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { field, form } from '../form/forms.ts'
import { workField } from '../form/work-field.ts'
import { tokenOf } from '../page/link-token.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { keepNext, takeNext } from '../visit/kept-next.ts'
import { nextPath, pathWithNext } from '../visit/next.ts'
import type { Site } from '../visit/site.ts'
import type { Visit } from '../visit/visit.ts'
import { checkYourMail, keepMailed } from './check-your-mail.ts'
import { passkeysToRemove, tickedPasskeys } from './passkeys-to-remove.ts'
import { newPassword, refusalOf } from './register.ts'
import { keepLogin, queryOf } from './sign-in.ts'

export function recoverPage({ site, get, post }: Pages, context: Context): void {
  const minLength = context.config.passwordMinLength
  const nextOf = (given: string) => nextPath(given, context.baseUrl())
  get('/recover', (visit) =>
    askForm(context, site, visit, { email: '', next: nextOf(queryOf(visit, 'next')) }),
  )

  post('/recover', async (visit, fields): Promise<PageAnswer> => {
    const email = fields.text('email').trim()
    const asked = { email, next: nextOf(fields.text('next')) }
    const { recover: text, work } = visit.text
    const wrong = isMailAddress(email) ? undefined : text.malformed
    const missing = wrong || (await isWorkDone(context, fields.text('altcha'))) ? undefined : work.missing
    const alert = wrong ?? missing
    if (alert)
      return { ...(await askForm(context, site, visit, asked, wrong !== undefined)), status: 422, alert }
    try {
      await askForRecovery(context, email, visit.request.ip)
      const isAgain = fields.text('again') !== ''
      if (!isAgain) keepNext(context, visit, 'recover', asked.next)
      keepMailed(context, visit, email)
      return { to: '/recover/sent', ...(isAgain && { said: 'register.sentAgain' }) }
    } catch (error) {
      return { ...(await askForm(context, site, visit, asked)), ...refusalOf(visit, error) }
    }
  })

  get('/recover/sent', (visit) => checkYourMail(context, site, visit, '/recover'))

  get('/recover/:token', async (visit) => {
    const token = tokenOf(visit)
    const found = await recovering(context, token)
    return found ? chooseForm(site, visit, { token, ...found, minLength }) : deadPage(site, visit)
  })

  post('/recover/:token', async (visit, fields): Promise<PageAnswer> => {
    const token = tokenOf(visit)
    const found = (await recovering(context, token)) ?? { username: '', passkeys: [] }
    const removed = tickedPasskeys(fields, found.passkeys)
    const { problem: alert } = visit.text.recover.choose
    try {
      const problem = await recover(context, token, fields.text('password'), visit.request.ip, removed)
      if (problem === undefined) {
        keepLogin(context, visit, found.username)
        return { to: pathWithNext('/sign-in', takeNext(context, visit)), said: 'recover.changed' }
      }
      return { ...chooseForm(site, visit, { token, ...found, minLength, problem }), status: 422, alert }
    } catch (error) {
      if (error instanceof Refused && error.reason === 'link_dead') {
        visit.request.refused = error
        return deadPage(site, visit)
      }
      return { ...chooseForm(site, visit, { token, ...found, minLength }), ...refusalOf(visit, error) }
    }
  })
}

async function askForm(
  context: Pick<Context, 'config' | 'workChallenges'>,
  site: Site,
  visit: Visit,
  { email, next }: { email: string; next: string | undefined },
  isInvalid = false,
): Promise<Page> {
  const { recover: text } = visit.text
  const work = await workField(context, site, visit)
  return {
    heading: text.heading,
    ...work.page,
    here: site.href(pathWithNext('/recover', next)),
    next,
    content: html`<section class="card">
<p>${text.explanation}</p>
${form(site, visit, {
  action: '/recover',
  submit: text.submit,
  hidden: { next },
  fields: [
    field({
      name: 'email',
      label: text.email,
      type: 'email',
      value: email,
      autocomplete: 'email',
      inputmode: 'email',
      isInvalid,
    }),
    work.field,
  ],
})}
</section>`,
  }
}

interface Choosing {
  token: string
  username: string
  passkeys: readonly { id: string; name: string }[]
  minLength: number
  problem?: PasswordProblem
}

function chooseForm(
  site: Site,
  visit: Visit,
  { token, username, passkeys, minLength, problem }: Choosing,
): Page {
  const { choose } = visit.text.recover
  return {
    heading: choose.heading,
    content: html`<section class="card">
<p>${choose.explanation(username)}</p>
${form(site, visit, {
  action: `/recover/${token}`,
  submit: choose.submit,
  fields: [newPassword(minLength, visit, choose.password, problem), passkeysToRemove(visit, passkeys)],
})}
</section>`,
  }
}

function deadPage(site: Site, { text }: Visit): Page {
  const { heading, dead, again } = text.recover.choose
  return {
    status: 410,
    heading,
    alert: dead,
    content: html`<p><a href="${site.href('/recover')}">${again}</a></p>`,
  }
}
