// GET and POST /security/undo/{token}: the link in the email about a new factor, whose button removes the factor.
import type { Context } from '../../domain/context.ts'
import { undoable, undoFactor } from '../../domain/sign-in/undo-factor.ts'
import { html } from '../../lib/text/html.ts'
import { Refused } from '../../model/refusal.ts'
import { form } from '../form/forms.ts'
import { tokenOf } from '../page/link-token.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import type { Site } from '../visit/site.ts'
import type { Visit } from '../visit/visit.ts'

export function undoFactorPage({ site, get, post }: Pages, context: Context): void {
  get('/security/undo/:token', async (visit) => {
    const token = tokenOf(visit)
    const found = await undoable(context, token)
    if (!found) return deadPage(site, visit)
    const { undo } = visit.text.security
    return {
      heading: undo.heading,
      content: html`<section class="card">
<p>${undo[found.factor](found.username)}</p>
${form(site, visit, { action: `/security/undo/${token}`, submit: undo.submit, variant: 'danger' })}
</section>`,
    }
  })

  post('/security/undo/:token', async (visit): Promise<PageAnswer> => {
    try {
      await undoFactor(context, tokenOf(visit), visit.request.ip)
      return { to: '/recover', said: 'security.undone' }
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'link_dead')) throw error
      visit.request.refused = error
      return deadPage(site, visit)
    }
  })
}

function deadPage(site: Site, { text }: Visit): Page {
  const { heading, dead } = text.security.undo
  return {
    status: 410,
    heading,
    alert: dead,
    content: html`<p><a href="${site.href('/account/security')}">${text.account.menu.security.heading}</a></p>
<p><a href="${site.href('/recover')}">${text.recover.heading}</a></p>`,
  }
}
