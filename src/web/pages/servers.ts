// GET /servers: the configuration lines for each kind of game server.
import type { Context } from '../../domain/context.ts'
import { clientSetup } from '../../http/paths/client-setup.ts'
import { html } from '../../lib/text/html.ts'
import { serverLines } from '../layout/game-servers.ts'
import type { Pages } from '../page/page-scope.ts'

export function serversPage({ get }: Pages, context: Context): void {
  get('/servers', (page) => {
    const { servers: words } = page.text.home
    return {
      heading: words.heading,
      isWide: true,
      scripts: ['copy.js'],
      content: html`<p class="lead">${words.explanation}</p>
${serverLines(page.text, clientSetup(context.baseUrl()))}`,
    }
  })
}
