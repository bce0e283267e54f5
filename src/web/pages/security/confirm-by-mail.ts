// GET and POST /account/confirm/{form}/mail: the code that was mailed, after a sign-in that does not say how old it is.
import type { Context } from '../../../domain/context.ts'
import type { StepUpForm } from '../../../domain/step-up/forms.ts'
import { isCodeAwaited, stepUpByMailedCode } from '../../../domain/step-up/mailed-code.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { field, form } from '../../form/forms.ts'
import type { Page, PageAnswer, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { mailNote } from '../sign-in/check-your-mail.ts'
import { signInRefusal } from '../sign-in/sign-in.ts'
import { confirmed, formOf } from './confirm.ts'
import { codeOf } from './current-password.ts'
import { askingOf, confirmPath } from './step-up.ts'

export const mailedPath = (asked: StepUpForm | ':form'): string => `${confirmPath(asked)}/mail`

const gone = (asked: StepUpForm): Redirect => ({ to: confirmPath(asked), flash: 'stepUp.codeGone' })

export function confirmByMailPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get(mailedPath(':form'), async (page): Promise<PageAnswer> => {
    const asked = await formOf(context, page)
    const isAwaited = await isCodeAwaited(context, askingOf(page, asked))
    return isAwaited ? codeForm(context, site, page, asked) : { to: confirmPath(asked) }
  })

  signedIn.post(mailedPath(':form'), async (page, fields): Promise<PageAnswer> => {
    const asked = await formOf(context, page)
    try {
      await stepUpByMailedCode(context, askingOf(page, asked), codeOf(fields))
      return confirmed(asked)
    } catch (error) {
      if (error instanceof Refused && error.reason === 'step_up_required') {
        page.request.refused = error
        return gone(asked)
      }
      const words = { invalid: page.text.stepUp.mail.wrong, tooMany: page.text.signIn.code.tooMany }
      const refusal = await signInRefusal(context, page, error, words)
      return { ...codeForm(context, site, page, asked, refusal.status === 422), ...refusal }
    }
  })
}

function codeForm(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  asked: StepUpForm,
  isInvalid = false,
): Page {
  const { register, signIn, stepUp } = page.text
  return {
    heading: register.sent.heading,
    content: html`<section class="card">
${
  mailNote(context, page, stepUp.mail.toFile) ??
  html`<p class="lead">${stepUp.mail.explanation(page.account.email ?? '')}</p>`
}
${form(site, page, {
  action: mailedPath(asked),
  submit: signIn.code.submit,
  fields: field({
    name: 'code',
    label: signIn.code.label,
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    isInvalid,
  }),
})}
<p><a href="${site.href(confirmPath(asked))}">${stepUp.otherWay}</a></p>
</section>`,
  }
}
