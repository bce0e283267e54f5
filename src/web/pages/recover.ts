// GET and POST /recover, /recover/sent, and /recover/{token}: a new password by way of the mail.
import type { Context } from '../../domain/context.ts'
import { askForRecovery, recover, recoveringName } from '../../domain/recovery.ts'
import { isWorkDone } from '../../domain/registration/proof-of-work.ts'
import type { PasswordProblem } from '../../domain/registration/rules.ts'
import { html } from '../../lib/html.ts'
import { isMailAddress } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { field, form } from '../forms.ts'
import type { Page, PageAnswer } from '../page.ts'
import { type Pages, tokenOf } from '../page-scope.ts'
import type { Site } from '../site.ts'
import type { Visit } from '../visit.ts'
import { workField } from '../work-field.ts'
import { checkYourMail } from './check-your-mail.ts'
import { newPassword, refusalOf } from './register.ts'

export function recoverPage({ site, get, post }: Pages, context: Context): void {
  const least = context.config.passwordMinLength
  get('/recover', (visit) => askForm(context, site, visit, ''))

  post('/recover', async (visit, fields): Promise<PageAnswer> => {
    const email = fields.text('email').trim()
    const { recover: text, work } = visit.text
    const wrong = isMailAddress(email) ? undefined : text.malformed
    const missing = wrong || (await isWorkDone(context, fields.text('altcha'))) ? undefined : work.missing
    const alert = wrong ?? missing
    if (alert)
      return { ...(await askForm(context, site, visit, email, wrong !== undefined)), status: 422, alert }
    try {
      await askForRecovery(context, email, visit.request.ip)
      return { to: '/recover/sent' }
    } catch (error) {
      return { ...(await askForm(context, site, visit, email)), ...refusalOf(visit, error) }
    }
  })

  get('/recover/sent', checkYourMail)

  get('/recover/:token', async (visit) => {
    const token = tokenOf(visit)
    const username = await recoveringName(context, token)
    return username === undefined
      ? deadPage(site, visit)
      : chooseForm(site, visit, { token, username, least })
  })

  post('/recover/:token', async (visit, fields): Promise<PageAnswer> => {
    const token = tokenOf(visit)
    const username = (await recoveringName(context, token)) ?? ''
    const { problem: alert } = visit.text.recover.choose
    try {
      const problem = await recover(context, token, fields.text('password'), visit.request.ip)
      if (problem === undefined) return { to: '/sign-in', said: 'recover.changed' }
      return { ...chooseForm(site, visit, { token, username, least, problem }), status: 422, alert }
    } catch (error) {
      if (error instanceof Refused && error.reason === 'link_dead') {
        visit.request.refused = error
        return deadPage(site, visit)
      }
      return { ...chooseForm(site, visit, { token, username, least }), ...refusalOf(visit, error) }
    }
  })
}

async function askForm(
  context: Pick<Context, 'config' | 'workChallenges'>,
  site: Site,
  visit: Visit,
  value: string,
  isInvalid = false,
): Promise<Page> {
  const { recover: text } = visit.text
  const work = await workField(context, site, visit)
  return {
    heading: text.heading,
    ...work.page,
    content: html`<section class="card">
<p>${text.explanation}</p>
${form(site, visit, {
  action: '/recover',
  submit: text.submit,
  fields: [
    field({
      name: 'email',
      label: text.email,
      type: 'email',
      value,
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
  least: number
  problem?: PasswordProblem
}

function chooseForm(site: Site, visit: Visit, { token, username, least, problem }: Choosing): Page {
  const { choose } = visit.text.recover
  return {
    heading: choose.heading,
    content: html`<section class="card">
<p>${choose.explanation(username)}</p>
${form(site, visit, {
  action: `/recover/${token}`,
  submit: choose.submit,
  fields: newPassword(least, visit, choose.password, problem),
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
