// GET and POST /security/undo/{token}: the link in the email about a new factor, whose button removes the factor.
import type { Context } from '../../../domain/context.ts'
import { undoable, undoFactor } from '../../../domain/sign-in/undo-factor.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { tokenOf } from '../../page/link-token.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

export function undoFactorPage({ site, get, post }: Pages, context: Context): void {
  get('/security/undo/:token', async (page) => {
    const token = tokenOf(page)
    const found = await undoable(context, token)
    if (!found) return deadPage(site, page)
    const { undo } = page.text.security
    return {
      heading: undo.heading,
      content: html`<section class="card">
<p>${undo[found.factor](found.username)}</p>
${form(site, page, { action: `/security/undo/${token}`, submit: undo.submit, variant: 'danger' })}
</section>`,
    }
  })

  post('/security/undo/:token', async (page): Promise<PageAnswer> => {
    try {
      await undoFactor(context, tokenOf(page), page.request.ip)
      return { to: '/recover', flash: 'security.undone' }
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'link_dead')) throw error
      page.request.refused = error
      return deadPage(site, page)
    }
  })
}

function deadPage(site: Site, { text }: PageContext): Page {
  const { heading, dead } = text.security.undo
  return {
    status: 410,
    heading,
    alert: dead,
    content: html`<p><a href="${site.href('/account/security')}">${text.account.menu.security.heading}</a></p>
<p><a href="${site.href('/recover')}">${text.recover.heading}</a></p>`,
  }
}
