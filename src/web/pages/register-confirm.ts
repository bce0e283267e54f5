// GET and POST /register/confirm/{token}: the mailed link, whose button creates the account.
import type { Context } from '../../domain/context.ts'
import { isNameRefusal } from '../../domain/names/owner.ts'
import { confirmRegistration, waitingRegistration } from '../../domain/registration/confirm.ts'
import { html } from '../../lib/text/html.ts'
import { Refused } from '../../model/refusal.ts'
import { field, form } from '../form/forms.ts'
import { tokenOf } from '../page/link-token.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import { takeNext } from '../visit/kept-next.ts'
import { pathWithNext } from '../visit/next.ts'
import type { Site } from '../visit/site.ts'
import type { Visit } from '../visit/visit.ts'
import { registeringBrowser } from './register.ts'
import { keepLogin, signInRefusal } from './sign-in.ts'

export function registerConfirmPage({ site, get, post }: Pages, context: Context): void {
  get('/register/confirm/:token', async (visit) => {
    const token = tokenOf(visit)
    const waiting = await waitingRegistration(context, token, registeringBrowser(context, visit))
    return waiting ? confirmForm(site, visit, token, waiting) : deadPage(site, visit)
  })

  post('/register/confirm/:token', async (visit, fields): Promise<PageAnswer> => {
    const browser = registeringBrowser(context, visit)
    const token = tokenOf(visit)
    try {
      const confirming = { browser, password: fields.text('password'), address: visit.request.ip }
      const waiting = await waitingRegistration(context, token, browser)
      await confirmRegistration(context, token, confirming)
      if (waiting) keepLogin(context, visit, waiting.username)
      return { to: pathWithNext('/sign-in', takeNext(context, visit)), said: 'register.confirmed' }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { usernameTaken, emailTaken } = visit.text.register.confirm
      visit.request.refused = error
      if (error.reason === 'link_dead') return deadPage(site, visit)
      if (isNameRefusal(error)) return deadPage(site, visit, 409, usernameTaken)
      if (error.reason === 'email_taken') return deadPage(site, visit, 409, emailTaken)
      const waiting = await waitingRegistration(context, token, browser)
      if (!waiting) return deadPage(site, visit)
      const words = { invalid: visit.text.register.confirm.wrongPassword, tooMany: visit.text.signIn.tooMany }
      const refusal = await signInRefusal(context, visit, error, words)
      return { ...confirmForm(site, visit, token, waiting, refusal.status === 422), ...refusal }
    }
  })
}

function confirmForm(
  site: Site,
  visit: Visit,
  token: string,
  { username, isSameBrowser }: { username: string; isSameBrowser: boolean },
  isInvalid = false,
): Page {
  const { register } = visit.text
  const { heading, explanation, submit, passwordHint: hint } = register.confirm
  return {
    heading,
    content: html`<section class="card">
<p>${explanation(username)}</p>
${form(site, visit, {
  action: `/register/confirm/${token}`,
  submit,
  fields:
    !isSameBrowser &&
    field({
      name: 'password',
      label: register.password,
      type: 'password',
      autocomplete: 'current-password',
      hint,
      isInvalid,
    }),
})}
</section>`,
  }
}

function deadPage(site: Site, visit: Visit, status = 410, why?: string): Page {
  const { register, signIn, recover } = visit.text
  const { heading, dead, again } = register.confirm
  return {
    status,
    heading,
    alert: why ?? dead,
    content: html`<p><a href="${site.href('/register')}">${again}</a></p>
<p><a href="${site.href('/sign-in')}">${signIn.submit}</a></p>
<p><a href="${site.href('/recover')}">${recover.heading}</a></p>`,
  }
}
