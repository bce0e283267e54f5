import type { serverSetup } from '../../http/paths/client-setup.ts'
import { type Html, html } from '../../lib/text/html.ts'
import type { Text } from '../context/text.ts'
import { copyLine } from './copy-line.ts'

type Words = Text['home']['servers']
type Setup = ReturnType<typeof serverSetup>

/** A kind of game servers or proxies that wants lines of its own. */
export interface ServerKind {
  /** Its part of the address of the page. */
  id: string
  name: keyof Words
  how: keyof Words
  linesOf: (setup: Setup) => readonly string[]
}

/** The kinds in the order of the list: first what most servers are. */
export const serverKinds: readonly ServerKind[] = [
  { id: 'agent', name: 'agent', how: 'agentHow', linesOf: ({ javaAgent }) => [javaAgent] },
  { id: 'proxy', name: 'proxy', how: 'proxyHow', linesOf: ({ javaAgent }) => [javaAgent] },
  { id: 'newer', name: 'newer', how: 'newerHow', linesOf: ({ discovery }) => [discovery] },
  {
    id: 'proxy-option',
    name: 'proxyOption',
    how: 'proxyOptionHow',
    linesOf: ({ velocity, waterfall }) => [velocity, waterfall],
  },
  { id: 'older', name: 'older', how: 'olderHow', linesOf: ({ hosts }) => [hosts.join(' ')] },
]

/** Renders what is done with the lines of one kind, and the lines to copy. */
export const kindLines = (text: Text, { how, linesOf }: ServerKind, setup: Setup): Html =>
  html`<p>${text.home.servers[how]}</p>${linesOf(setup).map((line) => copyLine(text, line))}`

/** Renders the lines to copy into each kind of game server and proxy. */
export const serverLines = (text: Text, setup: Setup): Html =>
  html`<ul class="lines">
${serverKinds.map((kind) => html`<li><h2>${text.home.servers[kind.name]}</h2>${kindLines(text, kind, setup)}</li>\n`)}
</ul>`

/** Renders game servers and, where it is known, the address at which players join each. */
export const serverList = (servers: readonly { title: string; address: string | null }[]): Html =>
  html`<ul class="plain">
${servers.map(({ title, address }) => html`<li><b>${title}</b> ${address !== null && html`<code>${address}</code>`}</li>\n`)}
</ul>`
