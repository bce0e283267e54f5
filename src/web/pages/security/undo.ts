// GET and POST /security/undo/{token}: the link in the email about a lasting change, whose button undoes the change.

import { type Undoable, undo, undoable } from '../../../domain/access/undo.ts'
import type { Context, ReadContext } from '../../../domain/context.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { form } from '../../form/forms.ts'
import { tokenOf } from '../../page/link-token.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

export function undoPage({ site, get, post }: Pages, context: Context): void {
  get('/security/undo/:token', async (page) => {
    const token = tokenOf(page)
    const found = await undoable(context, token)
    if (!found) return deadPage(context, site, page)
    const { headings, submit } = page.text.security.undo
    return {
      heading: headings[found.what],
      content: html`<section class="card">
<p>${explained(page, found)}</p>
${form(site, page, { action: `/security/undo/${token}`, submit, variant: 'danger' })}
</section>`,
    }
  })

  post('/security/undo/:token', async (page): Promise<PageAnswer> => {
    try {
      await undo(context, tokenOf(page), page.request.ip)
      return {
        to: context.config.passwordSignIn === 'on' ? '/recover' : '/sign-in',
        flash: 'security.undone',
      }
    } catch (error) {
      if (!(error instanceof Refused) || !/^(link_dead|email_taken)$/.test(error.reason)) throw error
      page.request.refused = error
      return deadPage(context, site, page)
    }
  })
}

function explained({ text }: PageContext, found: Undoable): string {
  const { undo: words } = text.security
  switch (found.what) {
    case 'player':
      return words.player(found.username, found.name, found.neighbour)
    case 'appPassword':
      return words.appPassword(found.username, found.name)
    case 'identity':
      return words.identity(found.username, found.name, found.provider)
    default:
      return words[found.what](found.username)
  }
}

function deadPage({ config }: ReadContext, site: Site, { text }: PageContext): Page {
  const { headings, dead } = text.security.undo
  return {
    status: 410,
    heading: headings.dead,
    alert: dead,
    content: html`<p><a href="${site.href('/account/security')}">${text.account.menu.security.heading}</a></p>
${config.passwordSignIn === 'on' && html`<p><a href="${site.href('/recover')}">${text.recover.heading}</a></p>`}`,
  }
}
