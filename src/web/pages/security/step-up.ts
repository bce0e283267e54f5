// What the forms that always ask show and check: the current password, or that somebody has confirmed who they are in
// another way on the page of ./confirm.ts.
import type { Context } from '../../../domain/context.ts'
import {
  type Asking,
  characterOfForm,
  isAccountForm,
  type StepUpForm,
} from '../../../domain/step-up/forms.ts'
import { hasSteppedUp, useSteppedUp } from '../../../domain/step-up/kept.ts'
import { isAnyWay, waysOf } from '../../../domain/step-up/ways.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { characterPath } from '../../context/named-player.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { formPage } from '../../form/form-page.ts'
import type { Form } from '../../form/forms.ts'
import { keepTyped } from '../../form/typed-form.ts'
import { currentPasswordField, currentPasswordRefusal, type NotProved } from './current-password.ts'

const pages = {
  password: '/account/password',
  email: '/account/email',
  delete: '/account/delete',
  security: '/account/security',
  authenticator: '/account/security/totp',
}

/** Returns the page of a form. */
export const pageOfForm = (form: StepUpForm): string =>
  isAccountForm(form) ? pages[form] : characterPath({ id: characterOfForm(form) ?? '' })

export const confirmPath = (form: StepUpForm | ':form'): string => `/account/confirm/${form}`

/** The name of the field for the password. */
const fieldOf = (form: StepUpForm): string => (form === 'security' ? 'password' : 'current')

export const askingOf = ({ account, request, session }: SignedInPageContext, form: StepUpForm): Asking => ({
  account,
  session,
  form,
  address: request.ip,
})

/** The part of a form that asks who its sender is. */
export interface Proof {
  field: Html
  /** The button that leads to the other ways, behind the form's own one, which the Enter key presses. */
  otherWay: NonNullable<Form['extraButtons']>
}

/** Returns the field for the current password and the button to the other ways; a note if there is no password. */
export async function proofOf(
  context: Context,
  page: SignedInPageContext,
  form: StepUpForm,
  isInvalid = false,
): Promise<Proof> {
  const { stepUp } = page.text
  const asking = askingOf(page, form)
  if (await hasSteppedUp(context, asking))
    return { field: html`<p class="note">${stepUp.confirmed}</p>`, otherWay: [] }
  const { hasPassword } = page.account
  const isPossible = isAnyWay(await waysOf(context, asking))
  const note = isPossible ? stepUp.needed : stepUp.problems.impossible
  return {
    field: hasPassword
      ? currentPasswordField(page, isInvalid, { name: fieldOf(form) })
      : html`<p class="note">${note}</p>`,
    otherWay: isPossible
      ? [
          {
            action: confirmPath(form),
            submit: hasPassword ? stepUp.otherWay : stepUp.heading,
            variant: 'link',
          },
        ]
      : [],
  }
}

/**
 * Returns undefined if the form has the right password, or if its sender has confirmed who they are, which is used up. A
 * wrong password counts as a failed sign-in. What was typed is kept for the page to which the sender comes back.
 */
export async function proofRefusal(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  fields: FormFields,
  form: StepUpForm,
): Promise<NotProved | undefined> {
  const { account, reply, request, text } = page
  const asking = askingOf(page, form)
  const name = fieldOf(form)
  if (fields.text(name) === '' && (await useSteppedUp(context, asking))) return undefined
  if (account.hasPassword) return currentPasswordRefusal(context, page, fields, name)
  const isPossible = isAnyWay(await waysOf(context, asking))
  request.refused = new Refused(isPossible ? 'step_up_required' : 'step_up_impossible', { about: account })
  const path = formPage(site, request)
  if (isPossible && path !== undefined) await keepTyped(context, request, reply, { page: path, fields })
  const { required, impossible } = text.stepUp.problems
  return { status: 422, alert: isPossible ? required : impossible }
}
