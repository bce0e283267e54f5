// GET /admin/clients/{id}: one application, its secret while it is new, and its deletion.
import type { Context } from '../../../../domain/context.ts'
import { renewSecret, showClient } from '../../../../domain/oauth/clients.ts'
import { deleteClient } from '../../../../domain/oauth/deleted-clients.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { sharedClientId } from '../../../../model/community/oauth.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Flash } from '../../../context/text.ts'
import { folded } from '../../../layout/folded.ts'
import { time } from '../../../layout/time.ts'
import { keepSecret, newSecret } from '../../../page/new-secret.ts'
import type { Page, Redirect } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { asking } from '../asking.ts'
import { askingButton } from '../confirming.ts'
import { adminPage } from '../frame.ts'
import { setUpCard } from './client-facts.ts'

export const clientPath = (clientId: string): string => `/admin/clients/${encodeURIComponent(clientId)}`

/** Redirects to a page that shows a new secret once. The database has only its digest. */
export function showSecret(
  context: Context,
  page: SignedInPageContext,
  clientId: string,
  secret: string | undefined,
  flash: Flash,
): Redirect {
  if (secret !== undefined) keepSecret(context, page, clientId, secret)
  return { to: clientPath(clientId), flash }
}

export function adminClient(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const path = '/admin/clients/:id'

  const show = async (page: SignedInPageContext): Promise<Page> => {
    const { client, grants } = await showClient(context, idOf(page))
    const { clientId, client_name, redirect_uris, post_logout_redirect_uris } = client
    const { clients: words, account, at } = page.text.admin
    const deletion = { action: `${clientPath(clientId)}/delete`, submit: words.delete }
    const renewal = {
      action: `${clientPath(clientId)}/secret`,
      submit: words.renew,
      variant: 'quiet' as const,
    }
    const content = html`${newSecret(context, page, clientId, words)}
<section class="card">
<dl class="facts">
<div><dt>${words.kind}</dt><dd>${client.public ? words.public : words.confidential}</dd></div>
<div><dt>${words.redirectUris}</dt><dd>${addresses(redirect_uris)}</dd></div>
${post_logout_redirect_uris.length > 0 && html`<div><dt>${words.logoutUris}</dt><dd>${post_logout_redirect_uris.map((uri) => html`<code>${uri}</code> `)}</dd></div>`}
<div><dt>${words.idTokenAlg}</dt><dd>${client.id_token_alg}</dd></div>
<div><dt>${words.pkce}</dt><dd>${words.pkceModes[client.pkce]}</dd></div>
<div><dt>${words.groups}</dt><dd>${client.groups.length === 0 ? words.everybody : client.groups.join(', ')}</dd></div>
<div><dt>${account.created}</dt><dd>${time(client.createdAt, at(client.createdAt))}</dd></div>
</dl>
<p>${words.grants(grants)}</p>
${clientId !== sharedClientId && html`<p class="actions"><a class="button quiet" href="${site.href(`${clientPath(clientId)}/change`)}">${words.change}</a></p>`}
</section>
${setUpCard(context, site, page, client)}
<section class="card narrow">
${
  clientId === sharedClientId
    ? html`<p>${words.shared}</p>`
    : html`${!client.public && html`<p>${words.renewAbout}</p>${askingButton(site, renewal)}`}
<p>${words.deleteAbout}</p>
${askingButton(site, deletion)}`
}
</section>`
    return { ...adminPage(client_name, content), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))

  /** Asks about the application, and says how many players use it and where they come back to. */
  const question = async (page: SignedInPageContext, submit: string, about: string, end: string) => {
    const { client, grants } = await showClient(context, idOf(page))
    const { clients: words } = page.text.admin
    const back = clientPath(client.clientId)
    const isMissing = client.clientId === sharedClientId || (client.public && submit === words.renew)
    if (isMissing) return { to: back }
    return {
      submit,
      subject: client.client_name,
      effects: [about, words.grants(grants), end],
      affected: [
        [words.redirectUris, client.redirect_uris.map((uri) => html`<code>${uri}</code> `)] as const,
      ],
      back,
    }
  }

  asking(pages, context, `${path}/delete`, {
    ask: (page) => {
      const { clients: words } = page.text.admin
      return question(page, words.delete, words.deleteAbout, page.text.admin.deletions.undoable)
    },
    act: async (page) => {
      await deleteClient(context, actorOf(page), idOf(page))
      return { to: '/admin/clients', flash: 'admin.clientDeleted' }
    },
  })

  asking(pages, context, `${path}/secret`, {
    ask: (page) => {
      const { clients: words } = page.text.admin
      return question(page, words.renew, words.renewAbout, page.text.layout.confirm.final)
    },
    act: async (page) => {
      const secret = await renewSecret(context, actorOf(page), idOf(page))
      return showSecret(context, page, idOf(page), secret, 'admin.secretRenewed')
    },
  })
}

const idOf = (page: SignedInPageContext): string => pathParameter(page, 'id')

/** The number of addresses that are not folded. */
const addressesShown = 2

const addresses = (uris: readonly string[]): Html => {
  const render = (some: readonly string[]) => some.map((uri) => html`<code>${uri}</code> `)
  return html`${render(uris.slice(0, addressesShown))}${folded(uris.slice(addressesShown), render)}`
}
