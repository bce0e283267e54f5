// GET and POST /setup: the first administrator, made with the code that the log of a start has.
import type { Context } from '../../domain/context.ts'
import { makeFirstAdministrator } from '../../domain/registration/first-administrator.ts'
import { html } from '../../lib/text/html.ts'
import { trimmed } from '../../lib/text/trimmed.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { emailProblems, problemOf, usernameHint, usernameProblems } from '../form/account-problems.ts'
import { field, form } from '../form/forms.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { newPassword, refusalOf } from './sign-in/register.ts'
import { signInAs } from './sign-in/second-step.ts'

interface Typed {
  code: string
  username: string
  email: string
}

export function setupPage({ site, get, post }: Pages, context: Context): void {
  get('/setup', (page) => setupForm(context, site, page, { code: '', username: '', email: '' }))

  post('/setup', async (page, fields): Promise<PageAnswer> => {
    const typed = {
      code: trimmed(fields.text('code')),
      username: trimmed(fields.text('username')),
      email: trimmed(fields.text('email')),
    }
    const { language, request, text } = page
    try {
      const password = fields.text('password')
      const made = await makeFirstAdministrator(context, {
        ...typed,
        password,
        language,
        address: request.ip,
      })
      const isLocal = context.config.passwordSignIn === 'off'
      return await signInAs(context, page, made, { flash: 'setup.made', next: site.href('/admin'), isLocal })
    } catch (error) {
      if (error instanceof Refused && error.reason === 'link_dead') {
        request.refused = error
        return { ...setupForm(context, site, page, typed, [], true), status: 422, alert: text.setup.wrong }
      }
      const refusal = refusalOf(page, error, text.register.problem)
      return { ...setupForm(context, site, page, typed, request.refused?.reasons), ...refusal }
    }
  })
}

function setupForm(
  context: Context,
  site: Site,
  page: PageContext,
  typed: Typed,
  reasons: readonly Refusal[] = [],
  isCodeWrong = false,
): Page {
  const { register, setup } = page.text
  return {
    heading: setup.heading,
    hasEmblem: true,
    content: html`<section class="card">
<p>${setup.about}</p>
${form(site, page, {
  action: '/setup',
  submit: setup.submit,
  fields: [
    field({
      name: 'code',
      label: setup.code,
      value: typed.code,
      autocomplete: 'off',
      isInvalid: isCodeWrong,
    }),
    field({
      name: 'username',
      label: register.username,
      value: typed.username,
      autocomplete: 'username',
      hint: usernameHint(context, page.text),
      problem: problemOf(usernameProblems(context, page.text), reasons),
    }),
    field({
      name: 'email',
      label: register.email,
      type: 'email',
      value: typed.email,
      autocomplete: 'email',
      inputmode: 'email',
      problem: problemOf(emailProblems(page.text), reasons),
    }),
    newPassword(context.config.passwordMinLength, page, register.password, reasons),
  ],
})}
</section>`,
  }
}
