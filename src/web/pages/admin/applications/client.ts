// GET /admin/clients/{id}: one application, its secret while it is new, and its deletion.
import type { Context } from '../../../../domain/context.ts'
import { deleteClient, renewSecret, showClient } from '../../../../domain/oauth/clients.ts'
import { html } from '../../../../lib/text/html.ts'
import { sharedClientId } from '../../../../model/community/oauth.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Flash } from '../../../context/text.ts'
import { form } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import type { Page, PageAnswer, Redirect } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { adminPage, type Declined, notProved, provingField, provingNote } from '../frame.ts'
import { keepSecret, newSecret } from './new-secret.ts'

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

export function adminClient({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = '/admin/clients/:id'

  const show = async (page: SignedInPageContext, refusal: Declined = {}): Promise<Page> => {
    const { client, grants } = await showClient(context, idOf(page))
    const { clientId, name, isPublic, redirectUris } = client
    const { clients: words, account, at } = page.text.admin
    const deletion = {
      action: `${clientPath(clientId)}/delete`,
      submit: words.delete,
      variant: 'danger' as const,
    }
    const renewal = {
      action: `${clientPath(clientId)}/secret`,
      submit: words.renew,
      variant: 'quiet' as const,
    }
    const content = html`${newSecret(context, page, clientId, words)}
<section class="card">
<dl class="facts">
<div><dt>${words.id}</dt><dd><code>${clientId}</code></dd></div>
<div><dt>${words.kind}</dt><dd>${isPublic ? words.public : words.confidential}</dd></div>
<div><dt>${words.redirectUris}</dt><dd>${redirectUris.map((uri) => html`<code>${uri}</code> `)}</dd></div>
<div><dt>${words.idTokenAlg}</dt><dd>${client.idTokenAlg}</dd></div>
<div><dt>${words.pkce}</dt><dd>${words.pkceModes[client.pkce]}</dd></div>
<div><dt>${words.groups}</dt><dd>${client.groups.length === 0 ? words.everybody : client.groups.join(', ')}</dd></div>
<div><dt>${account.created}</dt><dd>${time(client.createdAt, at(client.createdAt))}</dd></div>
</dl>
<p>${words.grants(grants)}</p>
</section>
<section class="card narrow">
${
  clientId === sharedClientId
    ? html`<p>${words.shared}</p>`
    : html`<p>${words.deleteAbout}</p>
${provingNote(page)}
${form(site, page, {
  // What can't be undone stands last, and Enter does not press it.
  ...(isPublic ? deletion : renewal),
  extraButtons: isPublic ? [] : [deletion],
  fields: provingField(page, refusal.wrong),
})}`
}
</section>`
    return { ...adminPage(name, content, refusal), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))
  for (const action of ['delete', 'secret']) {
    admin.get(`${path}/${action}`, (page) => ({ to: clientPath(idOf(page)) }))
  }

  admin.post(`${path}/delete`, async (page, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, refusal)
    await deleteClient(context, actorOf(page), idOf(page))
    return { to: '/admin/clients', flash: 'admin.clientDeleted' }
  })

  admin.post(`${path}/secret`, async (page, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, refusal)
    const secret = await renewSecret(context, actorOf(page), idOf(page))
    return showSecret(context, page, idOf(page), secret, 'admin.secretRenewed')
  })
}

const idOf = (page: SignedInPageContext): string => pathParameter(page, 'id')
