// POST /admin/accounts/{uuid}/app-passwords, and the app passwords that the account's page shows.
import type { Context } from '../../../../domain/context.ts'
import { type AppPassword, removeAppPassword } from '../../../../domain/tokens/app-passwords.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form } from '../../../form/forms.ts'
import { withTime } from '../../../layout/time.ts'
import { flashed } from '../../../page/declined.ts'
import type { Redirect } from '../../../page/page.ts'
import { accountPath } from './accounts.ts'

/** Renders the app passwords with their buttons. */
export function appPasswordsList(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  appPasswords: readonly AppPassword[],
): Html {
  const { appPasswords: words } = page.text
  const row = ({ id, name, lastUsedAt }: AppPassword) => {
    const used =
      lastUsedAt === null ? words.unused : withTime(page.language, lastUsedAt, words.usedAt(lastUsedAt))
    return html`<li><div><strong>${name}</strong><p class="hint">${used}</p></div>
<button class="quiet" name="id" value="${id}">${words.remove(name)}</button></li>`
  }
  return form(site, page, {
    action: `${accountPath(account)}/app-passwords`,
    submit: undefined,
    fields: html`<ul class="rows">${appPasswords.map(row)}</ul>`,
  })
}

export function removeFromForm(
  context: Context,
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
): Promise<Redirect> {
  const work = removeAppPassword(context, actorOf(page), account, fields.text('id'))
  return flashed(accountPath(account), work, 'appPasswords.removed', {
    'unknown app-password': 'appPasswords.gone',
  })
}
