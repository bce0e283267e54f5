// GET and POST /admin/clients/{id}/restore, and the card with the applications whose deletion can be undone.
import type { Context } from '../../../../domain/context.ts'
import {
  type DeletedClient,
  listDeletedClients,
  restoreClient,
} from '../../../../domain/oauth/deleted-clients.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { noSuch } from '../../../../model/errors/families.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { time } from '../../../layout/time.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { asking, provedButton } from '../asking.ts'
import { listed } from '../frame.ts'
import { clientPath } from './client.ts'

/** Renders the applications that were deleted within the last hour; nothing if there are none. */
export async function deletedClientsCard(
  context: Context,
  site: Site,
  page: SignedInPageContext,
): Promise<Html | undefined> {
  const { clients: words, at } = page.text.admin
  const clients = await listDeletedClients(context)
  if (clients.length === 0) return undefined
  const rowOf = ({ clientId, client_name, restorableUntil }: DeletedClient) => [
    html`<bdi>${client_name}</bdi>`,
    html`<code>${clientId}</code>`,
    time(restorableUntil, at(restorableUntil)),
    provedButton(site, page, { action: `${clientPath(clientId)}/restore`, submit: words.restore }),
  ]
  return html`<section class="card">
<h2>${words.deleted}</h2>
${listed(page, words.deleted, [words.name, words.id, words.restorable, ''], clients, rowOf)}
</section>
`
}

export function restoreRoute(pages: Pages, context: Context): void {
  const idOf = (page: SignedInPageContext) => pathParameter(page, 'id')
  asking(pages, context, '/admin/clients/:id/restore', {
    ask: async (page) => {
      const { clients: words } = page.text.admin
      const deleted = (await listDeletedClients(context)).find(({ clientId }) => clientId === idOf(page))
      if (!deleted) throw noSuch('client')
      return {
        submit: words.restore,
        subject: deleted.client_name,
        effects: [words.restoreAbout],
        back: '/admin/clients',
        isHarmless: true,
      }
    },
    act: async (page) => {
      const { clientId } = await restoreClient(context, actorOf(page), idOf(page))
      return { to: clientPath(clientId), flash: 'admin.clientRestored' }
    },
  })
}
