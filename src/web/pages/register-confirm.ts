// GET and POST /register/confirm/{token}: the link of the mail, whose button makes the account.
import type { Context } from '../../domain/context.ts'
import { confirmRegistration, waitingName } from '../../domain/registration/confirm.ts'
import { html } from '../../lib/html.ts'
import { Refused } from '../../model/refusal.ts'
import { form } from '../forms.ts'
import type { Page, PageAnswer } from '../page.ts'
import { type Pages, tokenOf } from '../page-scope.ts'
import type { Site } from '../site.ts'
import type { Visit } from '../visit.ts'

export function registerConfirmPage({ site, get, post }: Pages, context: Context): void {
  get('/register/confirm/:token', async (visit) => {
    const token = tokenOf(visit)
    const username = await waitingName(context, token)
    return username === undefined ? deadPage(site, visit) : confirmForm(site, visit, token, username)
  })

  post('/register/confirm/:token', async (visit): Promise<PageAnswer> => {
    try {
      await confirmRegistration(context, tokenOf(visit), visit.request.ip)
      return { to: '/sign-in', said: 'register.confirmed' }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { usernameTaken, emailTaken } = visit.text.register.confirm
      visit.request.refused = error
      if (error.reason === 'link_dead') return deadPage(site, visit)
      if (error.reason === 'username_taken') return deadPage(site, visit, 409, usernameTaken)
      if (error.reason === 'email_taken') return deadPage(site, visit, 409, emailTaken)
      throw error
    }
  })
}

function confirmForm(site: Site, visit: Visit, token: string, username: string): Page {
  const { heading, explanation, submit } = visit.text.register.confirm
  return {
    heading,
    content: html`<section class="card">
<p>${explanation(username)}</p>
${form(site, visit, { action: `/register/confirm/${token}`, submit })}
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
