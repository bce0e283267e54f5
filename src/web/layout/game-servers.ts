import type { serverSetup } from '../../http/paths/client-setup.ts'
import { type Html, html } from '../../lib/text/html.ts'
import type { Text } from '../context/text.ts'
import { copyLine } from './copy-line.ts'

/** Renders the lines to copy into each kind of game server and proxy. */
export function serverLines(text: Text, setup: ReturnType<typeof serverSetup>): Html {
  const { servers: words } = text.home
  const entry = (name: string, how: string, ...lines: readonly string[]): Html =>
    html`<li><h2>${name}</h2><p>${how}</p>${lines.map((line) => copyLine(text, line))}</li>\n`
  return html`<ul class="lines">
${entry(words.agent, words.agentHow, setup.javaAgent)}
${entry(words.proxy, words.proxyHow, setup.javaAgent)}
${entry(words.newer, words.newerHow, setup.discovery)}
${entry(words.proxyOption, words.proxyOptionHow, setup.velocity, setup.waterfall)}
${entry(words.older, words.olderHow, setup.hosts.join(' '))}
</ul>`
}

/** Renders game servers and, where it is known, the address at which players join each. */
export const serverList = (servers: readonly { title: string; address: string | null }[]): Html =>
  html`<ul class="plain">
${servers.map(({ title, address }) => html`<li><b>${title}</b> ${address !== null && html`<code>${address}</code>`}</li>\n`)}
</ul>`
