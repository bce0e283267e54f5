// GET /servers: the configuration lines for each kind of game server.
import type { Context } from '../../domain/context.ts'
import { clientSetup } from '../../http/paths/client-setup.ts'
import { type Html, html } from '../../lib/text/html.ts'
import { copyLine } from '../layout/copy-line.ts'
import type { Pages } from '../page/page-scope.ts'

export function serversPage({ get }: Pages, context: Context): void {
  get('/servers', (page) => {
    const { servers: words } = page.text.home
    const setup = clientSetup(context.baseUrl())
    const entry = (name: string, how: string, ...lines: readonly string[]): Html =>
      html`<li><h2>${name}</h2><p>${how}</p>${lines.map((line) => copyLine(page.text, line))}</li>\n`
    return {
      heading: words.heading,
      isWide: true,
      scripts: ['copy.js'],
      content: html`<p class="lead">${words.explanation}</p>
<ul class="lines">
${entry(words.agent, words.agentHow, setup.javaAgent)}
${entry(words.proxy, words.proxyHow, setup.javaAgent)}
${entry(words.newer, words.newerHow, setup.discovery)}
${entry(words.proxyOption, words.proxyOptionHow, setup.velocity, setup.waterfall)}
${entry(words.older, words.olderHow, setup.hosts.join(' '))}
</ul>`,
    }
  })
}
