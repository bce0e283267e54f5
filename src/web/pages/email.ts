// GET and POST /account/email, and the link sent to the new address.
import { askForEmail, confirmEmail, waitingEmail } from '../../domain/accounts/own-email.ts'
import type { Context } from '../../domain/context.ts'
import { html } from '../../lib/text/html.ts'
import { isMailAddress } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { field } from '../form/forms.ts'
import { tokenOf } from '../page/link-token.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import type { Site } from '../visit/site.ts'
import { actorOf, type SignedInVisit } from '../visit/visit.ts'
import { accountForm } from './account-form.ts'
import { currentPasswordField, currentPasswordRefusal } from './current-password.ts'
import { refusalOf } from './register.ts'

const confirmPath = '/account/email/confirm'

export function emailPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/email', (visit) => emailForm(site, visit, visit.account.email ?? '', {}))

  signedIn.post('/account/email', async (visit, fields): Promise<PageAnswer> => {
    const email = fields.text('email').trim()
    const { problems } = visit.text.email
    const problem = isMailAddress(email) ? email === visit.account.email && problems.same : problems.malformed
    if (problem) return { ...emailForm(site, visit, email, { problem }), status: 422, alert: problem }
    const refusal = await currentPasswordRefusal(context, visit, fields)
    if (refusal) {
      return { ...emailForm(site, visit, email, { isCurrentInvalid: refusal.status === 422 }), ...refusal }
    }
    try {
      await askForEmail(context, visit.account, email, visit.request.ip)
      return { to: '/account/email', said: 'email.sent' }
    } catch (error) {
      return { ...emailForm(site, visit, email, {}), ...refusalOf(visit, error) }
    }
  })

  signedIn.get(`${confirmPath}/:token`, async (visit) => {
    const token = tokenOf(visit)
    const email = await waitingEmail(context, visit.account, token)
    if (email === undefined) return deadLink(site, visit)
    const { confirm } = visit.text.email
    return accountForm(site, visit, {
      heading: confirm.heading,
      about: html`<p>${confirm.explanation(email)}</p>`,
      action: `${confirmPath}/${token}`,
      submit: confirm.submit,
    })
  })

  signedIn.post(`${confirmPath}/:token`, async (visit): Promise<PageAnswer> => {
    const { account, request } = visit
    try {
      await confirmEmail(context, actorOf(visit), account, tokenOf(visit))
      return { to: '/account/email', said: 'email.changed' }
    } catch (error) {
      if (!(error instanceof Refused) || !/^(link_dead|email_taken)$/.test(error.reason)) throw error
      request.refused = error
      return deadLink(site, visit)
    }
  })
}

interface Wrong {
  problem?: string
  isCurrentInvalid?: boolean
}

function emailForm(site: Site, visit: SignedInVisit, value: string, wrong: Wrong): Page {
  const { account, email } = visit.text
  return accountForm(site, visit, {
    heading: account.menu.email.heading,
    about: html`<p>${email.about}</p>`,
    action: '/account/email',
    submit: email.submit,
    fields: [
      field({
        name: 'email',
        label: account.menu.email.heading,
        type: 'email',
        value,
        autocomplete: 'email',
        inputmode: 'email',
        problem: wrong.problem,
      }),
      currentPasswordField(visit, wrong.isCurrentInvalid),
    ],
  })
}

function deadLink(site: Site, visit: SignedInVisit): Page {
  const { email } = visit.text
  return {
    status: 410,
    heading: email.confirm.heading,
    alert: email.confirm.dead,
    content: html`<p><a class="button" href="${site.href('/account/email')}">${email.confirm.again}</a></p>`,
  }
}
