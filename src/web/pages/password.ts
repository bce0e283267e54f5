// GET and POST /account/password, and where password managers look for it.
import { setPassword } from '../../domain/accounts/set-password.ts'
import type { Context } from '../../domain/context.ts'
import { html } from '../../lib/html.ts'
import { isPassword } from '../../model/account.ts'
import { accountActor } from '../../model/actor.ts'
import { field } from '../forms.ts'
import type { Page, PageAnswer } from '../page.ts'
import type { Pages } from '../page-scope.ts'
import type { Site } from '../site.ts'
import type { SignedInVisit } from '../visit.ts'
import { accountForm } from './account-form.ts'
import { currentPasswordField, currentPasswordRefusal } from './current-password.ts'

export function passwordPage({ site, get, signedIn }: Pages, context: Context): void {
  // W3C, A Well-Known URL for Changing Passwords.
  get('/.well-known/change-password', () => ({ to: '/account/password' }))

  signedIn.get('/account/password', (visit) => passwordForm(site, visit, {}))

  signedIn.post('/account/password', async (visit, fields): Promise<PageAnswer> => {
    const password = fields.text('password')
    if (!isPassword(password)) {
      const alert = visit.text.settings.password.malformed
      return { ...passwordForm(site, visit, { isNewInvalid: true }), status: 422, alert }
    }
    const refusal = await currentPasswordRefusal(context, visit, fields)
    if (refusal) {
      const isCurrentInvalid = refusal.status === 422
      return { ...passwordForm(site, visit, { isCurrentInvalid }), ...refusal }
    }
    const { account, request, session } = visit
    await setPassword(context, accountActor(account, request.ip), account, password, session.id)
    return { to: '/account/password', said: 'settings.passwordChanged' }
  })
}

interface Wrong {
  isCurrentInvalid?: boolean
  isNewInvalid?: boolean
}

function passwordForm(site: Site, visit: SignedInVisit, wrong: Wrong): Page {
  const { account, settings } = visit.text
  return accountForm(site, visit, {
    heading: account.menu.password.heading,
    about: html`<p>${settings.password.about}</p>`,
    action: '/account/password',
    submit: settings.password.submit,
    fields: [
      currentPasswordField(visit, wrong.isCurrentInvalid),
      field({
        name: 'password',
        label: settings.password.label,
        type: 'password',
        autocomplete: 'new-password',
        isInvalid: wrong.isNewInvalid ?? false,
      }),
    ],
  })
}
