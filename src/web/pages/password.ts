// GET and POST /account/password, and the address where password managers look for it.
import { setPassword } from '../../domain/accounts/set-password.ts'
import type { Context } from '../../domain/context.ts'
import { type PasswordProblem, passwordProblem } from '../../domain/registration/rules.ts'
import { html } from '../../lib/text/html.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import type { Site } from '../visit/site.ts'
import { actorOf, type SignedInVisit } from '../visit/visit.ts'
import { accountForm } from './account-form.ts'
import { currentPasswordField, currentPasswordRefusal } from './current-password.ts'
import { newPassword } from './register.ts'

export function passwordPage({ site, get, signedIn }: Pages, context: Context): void {
  // W3C, A Well-Known URL for Changing Passwords.
  get('/.well-known/change-password', () => ({ to: '/account/password' }))

  signedIn.get('/account/password', (visit) => passwordForm(context, site, visit, {}))

  signedIn.post('/account/password', async (visit, fields): Promise<PageAnswer> => {
    const password = fields.text('password')
    const problem = await passwordProblem(context, password, visit.account)
    if (problem) {
      const alert = visit.text.settings.unchanged
      return { ...passwordForm(context, site, visit, { problem }), status: 422, alert }
    }
    const refusal = await currentPasswordRefusal(context, visit, fields)
    if (refusal) {
      const isCurrentInvalid = refusal.status === 422
      return { ...passwordForm(context, site, visit, { isCurrentInvalid }), ...refusal }
    }
    await setPassword(context, actorOf(visit), visit.account, password, visit.session.id)
    return { to: '/account/password', said: 'settings.passwordChanged' }
  })
}

interface Wrong {
  isCurrentInvalid?: boolean
  /** The problem with the new password. */
  problem?: PasswordProblem
}

function passwordForm(
  { config }: Pick<Context, 'config'>,
  site: Site,
  visit: SignedInVisit,
  wrong: Wrong,
): Page {
  const { account, settings } = visit.text
  return accountForm(site, visit, {
    heading: account.menu.password.heading,
    about: html`<p>${settings.password.about}</p>`,
    action: '/account/password',
    submit: settings.password.submit,
    fields: [
      currentPasswordField(visit, wrong.isCurrentInvalid),
      newPassword(config.passwordMinLength, visit, settings.password.label, wrong.problem),
    ],
  })
}
