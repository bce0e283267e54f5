// GET /: whose service this is, whether it is up, and what launchers and game servers are given.
import type { Context } from '../../domain/context.ts'
import { databaseReadiness } from '../../domain/health.ts'
import { type ClientSetup, clientSetup } from '../../http/client-setup.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import type { Pages } from '../page-scope.ts'
import type { Site } from '../site.ts'
import type { Language, Text } from '../text/text.ts'

type HomeText = Text['home']

export function homePage({ site, get }: Pages, context: Context): void {
  // What is below the first lines changes with nothing but the language.
  const instructions = new Map<Language, Html>()
  get('/', async ({ language, text: { home } }) => {
    const isUp = (await databaseReadiness(context)).state === 'ready'
    const below = instructions.get(language) ?? instructionsFor(context, site, home)
    instructions.set(language, below)
    return {
      heading: site.name,
      isWide: true,
      scripts: ['copy.js'],
      content: html`<p class="lead">${home.about(site.name)}</p>
<p class="state ${isUp ? 'up' : 'down'}">${isUp ? home.up : home.down}</p>
${below}`,
    }
  })
}

function instructionsFor(context: Pick<Context, 'baseUrl' | 'config'>, site: Site, home: HomeText): Html {
  const setup = clientSetup(context.baseUrl())
  return html`${steps(site, home, setup, context.config)}
${launchers(home, setup)}
${servers(home, setup)}`
}

function steps(
  site: Site,
  { start, ...home }: HomeText,
  setup: ClientSetup,
  { registration, confirmEmail }: Context['config'],
): Html {
  const isOpen = registration !== 'closed'
  const how = confirmEmail === 'on' ? start.registerHow : start.registerUnconfirmed
  const register = registration === 'invite' ? `${how} ${start.registerInvited}` : how
  return html`<section class="card">
<h2>${start.heading}</h2>
<ol class="steps">
<li><h3>${isOpen ? html`<a href="${site.href('/register')}">${start.register}</a>` : start.ask}</h3><p>${isOpen ? register : start.askHow}</p></li>
<li><h3>${start.add}</h3><p>${start.addHow}</p>
<p><a class="button drag" href="${setup.dragAndDrop}">${start.drag}</a></p>
${line(home, setup.address)}</li>
<li><h3>${start.play}</h3><p>${start.playHow}</p></li>
</ol>
</section>`
}

function launchers(
  { launchers: text, ...home }: HomeText,
  { address, apiRoot, javaAgent }: ClientSetup,
): Html {
  return html`<h2 id="launchers">${text.heading}</h2>
<ul class="lines">
${entry('HMCL', text.hmcl, line(home, address))}
${entry('PCL, XMCL, BakaXL, SJMCL', text.knowing, line(home, address))}
${entry('Fjord Launcher', text.fjord, line(home, address))}
${entry(text.root, text.rootHow, line(home, apiRoot))}
${entry(text.options, text.optionsHow, line(home, javaAgent))}
</ul>`
}

function servers({ servers: text, ...home }: HomeText, setup: ClientSetup): Html {
  return html`<h2 id="servers">${text.heading}</h2>
<p>${text.explanation}</p>
<ul class="lines">
${entry(text.agent, text.agentHow, line(home, setup.javaAgent))}
${entry(text.proxy, text.proxyHow, line(home, setup.javaAgent))}
${entry(text.newer, text.newerHow, line(home, setup.discovery))}
${entry(text.proxyOption, text.proxyOptionHow, [line(home, setup.velocity), line(home, setup.waterfall)])}
${entry(text.older, text.olderHow, line(home, setup.hosts.join(' ')))}
</ul>`
}

const entry = (name: string, how: string, content: HtmlValue): Html =>
  html`<li><h3>${name}</h3><p>${how}</p>${content}</li>`

/** To be copied as a whole: with a click and the keys for it, or with the button that copy.js adds. */
const line = ({ copy, copied }: Pick<HomeText, 'copy' | 'copied'>, text: string): Html =>
  html`<div class="line" data-copy="${copy}" data-copied="${copied}"><code>${text}</code></div>`
