// GET and POST /account/password, and the address where password managers look for it.
import { type Outliving, outliving } from '../../../domain/access/outliving.ts'
import { setPassword } from '../../../domain/accounts/set-password.ts'
import type { Context } from '../../../domain/context.ts'
import { passwordProblem } from '../../../domain/registration/rules.ts'
import { isPasswordGood } from '../../../domain/sign-in/password.ts'
import { html } from '../../../lib/text/html.ts'
import type { Refusal } from '../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { outlivingBoxes, tickedBoxes } from '../security/outliving.ts'
import { proofOf, proofRefusal } from '../security/step-up.ts'
import { newPassword } from '../sign-in/register.ts'

export function passwordPage({ site, get, signedIn }: Pages, context: Context): void {
  // W3C, A Well-Known URL for Changing Passwords.
  get('/.well-known/change-password', () => ({ to: '/account/password' }))

  signedIn.get('/account/password', async (page) =>
    isPasswordGood(context, page.account, true)
      ? passwordForm(context, site, page, { outliving: await outliving(context, page.account) })
      : noPasswords(page),
  )

  signedIn.post('/account/password', async (page, fields): Promise<PageAnswer> => {
    if (!isPasswordGood(context, page.account, true)) return { ...noPasswords(page), status: 403 }
    const password = fields.text('password')
    const shown = { outliving: await outliving(context, page.account) }
    const problem = await passwordProblem(context, password, page.account)
    if (problem) {
      const alert = page.text.settings.unchanged
      const form = await passwordForm(context, site, page, { ...shown, reasons: [problem] })
      return { ...form, status: 422, alert }
    }
    const refusal = await proofRefusal(context, site, page, fields, 'password')
    if (refusal) {
      const isCurrentInvalid = refusal.status === 422
      return { ...(await passwordForm(context, site, page, { ...shown, isCurrentInvalid })), ...refusal }
    }
    const ended = tickedBoxes(fields, shown.outliving)
    await setPassword(context, actorOf(page), page.account, password, page.session.id, ended)
    return { to: '/account/password', flash: 'settings.passwordChanged' }
  })
}

interface Shown {
  outliving: Outliving
  isCurrentInvalid?: boolean
  reasons?: readonly Refusal[]
}

/** Says that nobody signs in with a password here. */
const noPasswords = ({ text: { account, settings } }: SignedInPageContext): Page => ({
  heading: account.menu.password.heading,
  content: html`<section class="card"><p>${settings.password.off}</p></section>`,
})

async function passwordForm(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  wrong: Shown,
): Promise<Page> {
  const { account, settings } = page.text
  const { hasPassword } = page.account
  const { baseUrl, config } = context
  const isOff = config.passwordSignIn === 'off'
  const none = isOff
    ? settings.password.local(`${baseUrl()}/sign-in?local`)
    : hasPassword
      ? undefined
      : settings.password.none
  const proof = await proofOf(context, page, 'password', wrong.isCurrentInvalid)
  return accountForm(site, page, {
    heading: account.menu.password.heading,
    about: html`${none !== undefined && html`<p>${none}</p>`}<p>${settings.password.about}</p>`,
    action: '/account/password',
    submit: hasPassword ? settings.password.submit : settings.password.set,
    fields: [
      proof.field,
      newPassword(context.config.passwordMinLength, page, settings.password.label, wrong.reasons),
      outlivingBoxes(page, wrong.outliving),
    ],
    extraButtons: proof.otherWay,
  })
}
