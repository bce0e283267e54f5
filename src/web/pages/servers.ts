// GET /servers: the configuration lines for the chosen kind of game server.
import type { Context } from '../../domain/context.ts'
import { clientSetup } from '../../http/paths/client-setup.ts'
import { html } from '../../lib/text/html.ts'
import { kindLines, serverKinds } from '../layout/game-servers.ts'
import type { Pages } from '../page/page-scope.ts'
import { queryOf } from './sign-in/sign-in.ts'

export function serversPage({ site, get }: Pages, context: Context): void {
  get('/servers', (page) => {
    const { servers: words } = page.text.home
    const asked = queryOf(page, 'for')
    const chosen = serverKinds.find(({ id }) => id === asked) ?? serverKinds[0]
    return {
      heading: words.heading,
      isWide: true,
      scripts: ['copy.js'],
      content: html`<p class="lead">${words.explanation}</p>
<ul class="chips">
${serverKinds.map((kind) => html`<li><a href="${site.href(`/servers?for=${kind.id}`)}"${kind === chosen && html` aria-current="true"`}>${words[kind.name]}</a></li>\n`)}
</ul>
${
  chosen &&
  html`<section class="card">
<h2>${words[chosen.name]}</h2>
${kindLines(page.text, chosen, clientSetup(context.baseUrl()))}
</section>`
}`,
    }
  })
}
