// The forms with which an administrator changes an account.
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { maySuspend, roles } from '../../../../model/accounts/role.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form, radios } from '../../../form/forms.ts'
import { endField } from '../end.ts'
import { provingField, provingNote, type Typed, typedField } from '../frame.ts'
import { accountPath } from './accounts.ts'

/** `duration` is one of `durations`; `purpose` and `lasts` are those of a one-time link. */
export type TypedAccount = Typed<'reason' | 'duration' | 'until' | 'username' | 'email' | 'purpose' | 'lasts'>

/** The durations of a suspension that buttons offer; the empty one is indefinite. */
const durations = ['', '1d', '7d', '30d'] as const

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
${now && html`<p>${words.suspendedSince(now.at, now.until)} <bdi>${now.reason}</bdi></p>`}
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
    fields: [
      typedField(typed, 'reason', words.reason, { optional: true }),
      radios({
        name: 'duration',
        legend: words.howLong,
        value: typed.duration ?? '',
        options: durations.map((value) => ({ value, label: words.durations[value] })),
      }),
      endField(page, typed),
    ],
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
    { action: `${path}/email`, submit: words.setEmail },
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
  submit: words.rename,
  extraButtons,
  fields: [
    typedField(typed, 'username', words.newUsername, { optional: true }),
    typedField(typed, 'email', words.newEmail, { inputmode: 'email', optional: true }),
    provingField(page, typed.purpose === undefined ? typed.wrong : undefined),
  ],
})}
${more}
</section>`
}
