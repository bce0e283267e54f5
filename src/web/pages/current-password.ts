import type { Context } from '../../domain/context.ts'
import { proveCurrentPassword } from '../../domain/sign-in/sign-in.ts'
import type { Html } from '../../lib/html.ts'
import type { FormFields } from '../form-fields.ts'
import { field } from '../forms.ts'
import type { Page } from '../page.ts'
import type { SignedInVisit } from '../visit.ts'
import { signInRefusal } from './sign-in.ts'

/** What a form says of a password that was not proved. */
export type NotProved = Pick<Page, 'status' | 'alert' | 'retryAfter'>

/** By which sensitive changes ask again. */
export const currentPasswordField = ({ text }: SignedInVisit, isInvalid = false): Html =>
  field({
    name: 'current',
    label: text.settings.currentPassword,
    type: 'password',
    autocomplete: 'current-password',
    isInvalid,
  })

/** Undefined where the form has the right password. A wrong one is charged as at a sign-in. */
export async function currentPasswordRefusal(
  context: Context,
  visit: SignedInVisit,
  fields: FormFields,
): Promise<NotProved | undefined> {
  try {
    await proveCurrentPassword(context, visit.account, fields.text('current'), visit.request.ip)
    return undefined
  } catch (error) {
    const invalid = visit.text.settings.wrongPassword
    return signInRefusal(context, visit, error, { invalid, tooMany: visit.text.signIn.tooMany })
  }
}
