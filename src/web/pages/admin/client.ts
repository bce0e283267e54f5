// GET /admin/clients/{id}: one application, its secret while it is new, and its deletion.
import type { Context } from '../../../domain/context.ts'
import { deleteClient, renewSecret, showClient } from '../../../domain/oauth/clients.ts'
import { html } from '../../../lib/text/html.ts'
import { sharedClientId } from '../../../model/oauth.ts'
import { form } from '../../form/forms.ts'
import { time } from '../../layout/time.ts'
import type { Page, PageAnswer, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import type { Said } from '../../text/text.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import { adminPage, type Declined, notProved, provingField, provingNote } from './frame.ts'
import { keepSecret, newSecret } from './new-secret.ts'

export const clientPath = (clientId: string): string => `/admin/clients/${encodeURIComponent(clientId)}`

/** Redirects to a page that shows a new secret once. The database has only its digest. */
export function showSecret(
  context: Context,
  visit: SignedInVisit,
  clientId: string,
  secret: string | undefined,
  said: Said,
): Redirect {
  if (secret !== undefined) keepSecret(context, visit, clientId, secret)
  return { to: clientPath(clientId), said }
}

export function adminClient({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = '/admin/clients/:id'

  const show = async (visit: SignedInVisit, { wrong, ...answer }: Declined = {}): Promise<Page> => {
    const { client, grants } = await showClient(context, idOf(visit))
    const { clientId, name, isPublic, redirectUris } = client
    const { clients: words, account, at } = visit.text.admin
    const content = html`${newSecret(context, visit, clientId, words)}
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
${provingNote(visit)}
${form(site, visit, {
  action: `${clientPath(clientId)}/delete`,
  submit: words.delete,
  variant: 'danger',
  extraButtons: isPublic ? [] : [{ action: `${clientPath(clientId)}/secret`, submit: words.renew }],
  fields: provingField(visit, wrong),
})}`
}
</section>`
    return { ...adminPage(name, content), scripts: ['copy.js'], ...answer }
  }

  admin.get(path, (visit) => show(visit))
  for (const action of ['delete', 'secret']) {
    admin.get(`${path}/${action}`, (visit) => ({ to: clientPath(idOf(visit)) }))
  }

  admin.post(`${path}/delete`, async (visit, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, visit, fields)
    if (refusal) return show(visit, refusal)
    await deleteClient(context, actorOf(visit), idOf(visit))
    return { to: '/admin/clients', said: 'admin.clientDeleted' }
  })

  admin.post(`${path}/secret`, async (visit, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, visit, fields)
    if (refusal) return show(visit, refusal)
    const secret = await renewSecret(context, actorOf(visit), idOf(visit))
    return showSecret(context, visit, idOf(visit), secret, 'admin.secretRenewed')
  })
}

const idOf = ({ request }: SignedInVisit): string => (request.params as { id: string }).id
