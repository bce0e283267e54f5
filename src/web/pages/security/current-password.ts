import type { Context } from '../../../domain/context.ts'
import { proveCurrentCode } from '../../../domain/sign-in/second-step.ts'
import { proveCurrentPassword } from '../../../domain/sign-in/sign-in.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { typedCode } from '../../../lib/text/typed-code.ts'
import type { PageContext, SignedInPageContext } from '../../context/page-context.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { type Field, field } from '../../form/forms.ts'
import type { Page } from '../../page/page.ts'
import { signInRefusal } from '../sign-in/sign-in.ts'

/** The error of a form whose password was missing or wrong. */
export type NotProved = Pick<Page, 'status' | 'alert' | 'retryAfter'>

/** Says that a form of administration asks for a new sign-in, since the account has no password. */
const passwordNeeded = ({ text }: PageContext): Html =>
  html`<p class="note">${text.settings.password.needed}</p>`

/** Renders the field for the password, which is asked for again; a note if there is none. */
export function currentPasswordField(
  page: PageContext,
  isInvalid = false,
  { optional = false, id, name = 'current' }: { optional?: boolean; id?: string; name?: string } = {},
): Html {
  if (page.account?.hasPassword === false) return passwordNeeded(page)
  return field({
    name,
    id,
    label: page.text.settings.currentPassword,
    type: 'password',
    autocomplete: 'current-password',
    isInvalid,
    optional,
  })
}

/** Returns undefined if the form has the right password. A wrong one counts as a failed sign-in. */
export async function currentPasswordRefusal(
  context: Context,
  page: SignedInPageContext,
  fields: FormFields,
  name = 'current',
): Promise<NotProved | undefined> {
  try {
    await proveCurrentPassword(context, page.account, fields.text(name), page.request.ip)
    return undefined
  } catch (error) {
    const invalid = page.text.settings.wrongPassword
    return signInRefusal(context, page, error, { invalid, tooMany: page.text.signIn.tooMany })
  }
}

/** Renders the field in which players with a second factor can enter a code instead of the password. */
export const currentCodeField = ({ text }: PageContext, isInvalid = false, id?: string): Html =>
  field({
    name: 'code',
    id,
    label: text.signIn.code.heading,
    autocomplete: 'one-time-code',
    hint: text.settings.codeInstead,
    isInvalid,
    optional: true,
  })

/** Returns undefined if the form has the right code. A wrong one counts as a failed sign-in. */
export async function currentCodeRefusal(
  context: Context,
  page: SignedInPageContext,
  fields: FormFields,
): Promise<NotProved | undefined> {
  try {
    const from = { address: page.request.ip, startedAt: page.session.startedAt }
    await proveCurrentCode(context, page.account, codeOf(fields), from)
    return undefined
  } catch (error) {
    return signInRefusal(context, page, error, page.text.signIn.code)
  }
}

/** The keys of a field for a code. A phone shows digits alone, unless it may be a recovery code. */
export const codeKeys = (isRecovery: boolean): Pick<Field, 'autocomplete' | 'inputmode'> =>
  isRecovery ? { autocomplete: 'off' } : { autocomplete: 'one-time-code', inputmode: 'numeric' }

/** Returns the code that was typed: some apps show it in two groups. */
export const codeOf = (fields: FormFields): string => typedCode(fields.text('code'))
