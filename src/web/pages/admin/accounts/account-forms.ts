// The forms with which an administrator changes an account.
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { maySuspend, roles } from '../../../../model/accounts/role.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { withTime } from '../../../layout/time.ts'
import { endFields, type TypedEnd } from '../end.ts'
import { provingField, provingNote, type Typed, typedField } from '../frame.ts'
import { accountPath } from './accounts.ts'

/** `purpose` and `lasts` are those of a one-time link. */
export type TypedAccount = Typed<'reason' | 'username' | 'email' | 'purpose' | 'lasts'> & TypedEnd

/** Renders the suspension forms; "Restore" comes first if the player is suspended. */
export function suspension(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  typed: TypedAccount,
): Html {
  const { account: words } = page.text.admin
  const { suspension: now } = account
  const path = accountPath(account)
  const suspend = suspendForm(site, page, account, typed)
  return html`<section class="card">
<h2>${words.suspension}</h2>
${now && html`<p>${withTime(page.language, [now.at, now.until], words.suspendedSince(now.at, now.until))} <bdi>${now.reason}</bdi></p>`}
${
  !maySuspend(page.account, account)
    ? html`<p>${words.mayNot}</p>`
    : now
      ? html`${form(site, page, { action: `${path}/restore`, submit: words.restore })}
<details${typed.status !== undefined && html` open`}>
<summary>${words.suspendOtherwise}</summary>
${suspend}
</details>`
      : html`<p>${words.about}</p>
${suspend}`
}
</section>`
}

function suspendForm(site: Site, page: SignedInPageContext, account: Account, typed: TypedAccount): Html {
  const { account: words } = page.text.admin
  return form(site, page, {
    action: `${accountPath(account)}/suspend`,
    submit: words.suspend,
    variant: 'danger',
    fields: [typedField(typed, 'reason', words.reason, { optional: true }), endFields(page, typed)],
  })
}

/** Renders the forms that require the password, the password field that they share, and `more` below them. */
export function changes(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  typed: TypedAccount,
  more: Html,
): Html {
  const { account: words } = page.text.admin
  const path = accountPath(account)
  const extraButtons = [
    { action: `${path}/unlock`, submit: words.unlock },
    ...(account.hasSecondFactor
      ? [{ action: `${path}/second-factor`, submit: words.resetSecondFactor }]
      : []),
    ...roles.map((role) =>
      account.roles.includes(role)
        ? { action: `${path}/ungrant/${role}`, submit: words.ungrant[role] }
        : { action: `${path}/grant/${role}`, submit: words.grant[role] },
    ),
    ...(account.deletesAt === undefined
      ? [{ action: `${path}/delete`, submit: words.delete, variant: 'danger' as const }]
      : []),
  ]
  return html`<section class="card">
<h2>${words.change}</h2>
${provingNote(page)}
${form(site, page, {
  action: `${path}/rename`,
  submit: undefined,
  extraButtons,
  fields: [
    withButton(
      typedField(typed, 'username', words.newUsername, { optional: true }),
      site.href(`${path}/rename`),
      words.rename,
    ),
    withButton(
      typedField(typed, 'email', words.newEmail, { inputmode: 'email', optional: true }),
      site.href(`${path}/email`),
      words.setEmail,
    ),
    provingField(page, typed.purpose === undefined ? typed.wrong : undefined),
  ],
})}
${more}
</section>`
}

/** Renders a field and, next to it, the button that sends the form for its sake. */
const withButton = (field: Html, action: string, submit: string): Html =>
  html`<div class="with-button">${field}<button class="quiet" formaction="${action}">${submit}</button></div>`
