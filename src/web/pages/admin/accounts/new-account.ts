// POST /admin/accounts, and its form below the list of accounts.
import { createAccount } from '../../../../domain/accounts/create.ts'
import type { Context } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { field, form } from '../../../form/forms.ts'
import { declined, type Typed, typedField } from '../../../page/declined.ts'
import { notProved, provingField, provingNote } from '../frame.ts'

/** The values that were typed before; never the password. */
export type TypedAccount = Typed<'username' | 'email'> & { isReserved?: boolean }

export function newAccountForm(site: Site, page: SignedInPageContext, typed: TypedAccount): Html {
  const { accounts: words } = page.text.admin
  return html`<section class="card narrow" id="new">
<h2>${words.newOne}</h2>
${provingNote(page)}
${form(site, page, {
  action: '/admin/accounts',
  submit: words.create,
  fields: [
    typedField(typed, 'username', words.username, { hint: words.usernameHint }),
    typedField(typed, 'email', words.email, { hint: words.emailHint, inputmode: 'email', optional: true }),
    field({
      name: 'password',
      label: words.password,
      type: 'password',
      autocomplete: 'new-password',
      hint: site.hasPasswords ? words.passwordHint : words.passwordUnused,
      isInvalid: typed.wrong === 'password',
      optional: true,
    }),
    html`<fieldset><label><input type="checkbox" name="reserved" value="yes"${typed.isReserved && html` checked`}>${words.isReserved}</label></fieldset>`,
    provingField(page, typed.wrong),
  ],
})}
</section>`
}

/** Returns the created account, or the error of the form. */
export async function createFromForm(
  context: Context,
  page: SignedInPageContext,
  fields: FormFields,
): Promise<Account | TypedAccount> {
  const { account: words, accounts } = page.text.admin
  const typed = { ...fields.trimmed('username', 'email'), isReserved: fields.text('reserved') === 'yes' }
  const refusal = await notProved(context, page, fields)
  if (refusal) return { ...typed, ...refusal }
  try {
    return await createAccount(context, actorOf(page), {
      username: typed.username,
      email: typed.email || undefined,
      password: fields.text('password') || null,
      language: context.config.language,
      reserved: typed.isReserved,
    })
  } catch (error) {
    const refused = declined(page, error, {
      username_malformed: ['username', words.usernameMalformed],
      username_reserved: ['username', words.usernameReserved],
      username_taken: ['username', words.usernameTaken],
      username_held: ['username', words.usernameHeld],
      email_malformed: ['email', words.emailMalformed],
      email_taken: ['email', accounts.emailTaken],
      password_malformed: ['password', accounts.passwordWrong],
    })
    return { ...typed, ...refused }
  }
}
