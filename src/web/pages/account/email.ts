// GET and POST /account/email, and the link sent to the new address.

import { askForEmail, confirmEmail, waitingEmail } from '../../../domain/accounts/own-email.ts'
import type { Context } from '../../../domain/context.ts'
import { html } from '../../../lib/text/html.ts'
import { trimmed } from '../../../lib/text/trimmed.ts'
import { isMailAddress } from '../../../model/accounts/account.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import { field } from '../../form/forms.ts'
import { tokenOf } from '../../page/link-token.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { proofOf, proofRefusal } from '../security/step-up.ts'
import { mailNote } from '../sign-in/check-your-mail.ts'
import { refusalOf } from '../sign-in/register.ts'

const confirmPath = '/account/email/confirm'

export function emailPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/email', (page) => emailForm(context, site, page, page.account.email ?? '', {}))

  signedIn.post('/account/email', async (page, fields): Promise<PageAnswer> => {
    const email = trimmed(fields.text('email'))
    const { problems } = page.text.email
    const problem = isMailAddress(email) ? email === page.account.email && problems.same : problems.malformed
    if (problem) {
      return { ...(await emailForm(context, site, page, email, { problem })), status: 422, alert: problem }
    }
    const refusal = await proofRefusal(context, site, page, fields, 'email')
    if (refusal) {
      return {
        ...(await emailForm(context, site, page, email, { isCurrentInvalid: refusal.status === 422 })),
        ...refusal,
      }
    }
    try {
      await askForEmail(context, page.account, email, page.request.ip)
      return {
        to: '/account/email',
        flash: context.config.smtpUrl === undefined ? 'email.written' : 'email.sent',
      }
    } catch (error) {
      return { ...(await emailForm(context, site, page, email, {})), ...refusalOf(page, error) }
    }
  })

  signedIn.get(`${confirmPath}/:token`, async (page) => {
    const token = tokenOf(page)
    const email = await waitingEmail(context, page.account, token)
    if (email === undefined) return deadLink(site, page)
    const { confirm } = page.text.email
    return accountForm(site, page, {
      heading: confirm.heading,
      about: html`<p>${confirm.explanation(email)}</p>`,
      action: `${confirmPath}/${token}`,
      submit: confirm.submit,
    })
  })

  signedIn.post(`${confirmPath}/:token`, async (page): Promise<PageAnswer> => {
    const { account, request } = page
    try {
      await confirmEmail(context, actorOf(page), account, tokenOf(page))
      return { to: '/account/email', flash: 'email.changed' }
    } catch (error) {
      if (!(error instanceof Refused) || !/^(link_dead|email_taken)$/.test(error.reason)) throw error
      request.refused = error
      return deadLink(site, page)
    }
  })
}

interface Wrong {
  problem?: string
  isCurrentInvalid?: boolean
}

async function emailForm(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  value: string,
  wrong: Wrong,
): Promise<Page> {
  const { account, email } = page.text
  const proof = await proofOf(context, page, 'email', wrong.isCurrentInvalid)
  return accountForm(site, page, {
    heading: account.menu.email.heading,
    about: html`<p>${email.about}</p>
${mailNote(context, page)}`,
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
      proof.field,
    ],
    extraButtons: proof.otherWay,
  })
}

function deadLink(site: Site, page: SignedInPageContext): Page {
  const { email } = page.text
  return {
    status: 410,
    heading: email.confirm.heading,
    alert: email.confirm.dead,
    content: html`<p><a class="button" href="${site.href('/account/email')}">${email.confirm.again}</a></p>`,
  }
}
