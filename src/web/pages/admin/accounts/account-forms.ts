// The forms with which an administrator changes an account.
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { roles, suspensionBar } from '../../../../model/accounts/role.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form, radios } from '../../../form/forms.ts'
import { type Typed, typedField } from '../../../page/declined.ts'
import { askingButton } from '../confirming.ts'
import type { TypedEnd } from '../end.ts'
import { provingField, provingNote } from '../frame.ts'
import { suspensionCard } from '../suspension.ts'
import { accountPath } from './accounts.ts'

/**
 * `whom` is `only` for a character alone. `purpose` and `lasts` are those of a one-time link, `group` is one to add the
 * player to, `character` a new one.
 */
export type TypedAccount = Typed<
  'reason' | 'whom' | 'username' | 'email' | 'purpose' | 'lasts' | 'group' | 'character'
> &
  TypedEnd

/**
 * Renders the suspension forms, unless the account has a role and the viewer may not change it. `owner` is the account of
 * a character, which is suspended with it.
 */
export function suspension(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  owner: Account | undefined,
  typed: TypedAccount,
): Html {
  const { account: words } = page.text.admin
  const now = owner?.suspension ?? account.suspension
  const bar = suspensionBar(page.account, owner ?? account, now)
  const whom = [
    { value: '', label: words.wholeAccount },
    { value: 'only', label: words.onlyCharacter(account.username) },
  ]
  return suspensionCard(site, page, {
    path: accountPath(account),
    suspension: now,
    about: words.about,
    more: owner && radios({ name: 'whom', legend: words.suspend, value: typed.whom ?? '', options: whom }),
    mayNot: bar && words.mayNot[bar],
    typed,
  })
}

/**
 * Renders the forms that require the password, and the password field that they share. A character has no form for what
 * belongs to its account.
 */
export function changes(site: Site, page: SignedInPageContext, account: Account, typed: TypedAccount): Html {
  const { account: words } = page.text.admin
  const path = accountPath(account)
  const isCharacter = account.ownerId !== undefined
  // A declined question of another form opens that form.
  const isOpen = typed.status !== undefined && (typed.purpose ?? typed.group) === undefined
  const extraButtons = [
    { action: `${path}/unlock`, submit: words.unlock },
    ...(account.hasSecondFactor
      ? [{ action: `${path}/second-factor`, submit: words.resetSecondFactor }]
      : []),
  ]
  return html`<details${isOpen && html` open`}>
<summary><h2>${words.change}</h2></summary>
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
    !isCharacter &&
      withButton(
        typedField(typed, 'email', words.newEmail, { inputmode: 'email', optional: true }),
        site.href(`${path}/email`),
        words.setEmail,
      ),
    provingField(page, isOpen ? typed.wrong : undefined),
  ],
})}
</details>`
}

/** Renders the buttons that lead to a question: roles, and deletion apart from them. */
export function danger(site: Site, page: SignedInPageContext, account: Account): Html {
  const { account: words } = page.text.admin
  const path = accountPath(account)
  const isCharacter = account.ownerId !== undefined
  const grave = [
    ...(isCharacter ? [] : roles).map((role) =>
      account.roles.includes(role)
        ? { action: `${path}/ungrant/${role}`, submit: words.ungrant[role], variant: 'quiet' as const }
        : { action: `${path}/grant/${role}`, submit: words.grant[role], variant: 'quiet' as const },
    ),
    ...(account.deletesAt === undefined
      ? [{ action: `${path}/delete`, submit: isCharacter ? page.text.characters.delete : words.delete }]
      : []),
  ]
  return html`<details class="card">
<summary><h2>${words.danger}</h2></summary>
<div class="grave">${grave.map((button) => askingButton(site, button))}</div>
</details>`
}

/** Renders a field and, next to it, the button that sends the form for its sake. */
const withButton = (field: Html, action: string, submit: string): Html =>
  html`<div class="with-button">${field}<button class="quiet" formaction="${action}">${submit}</button></div>`
