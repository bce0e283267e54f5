// GET /: the name of the service, whether it works, and how to join.

import { progressOf } from '../../domain/access/progress.ts'
import { publicServersOf } from '../../domain/community/servers.ts'
import type { Context } from '../../domain/context.ts'
import { databaseReadiness } from '../../domain/operation/health.ts'
import { type ClientSetup, clientSetup } from '../../http/paths/client-setup.ts'
import { type Html, html } from '../../lib/text/html.ts'
import type { Account } from '../../model/accounts/account.ts'
import { type HomeLink, homeLinksOf } from '../../model/community/setting.ts'
import type { Language } from '../../texts/languages.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Text } from '../context/text.ts'
import { copyLine } from '../layout/copy-line.ts'
import { foldedCard, foldedText } from '../layout/folded.ts'
import { serverList } from '../layout/game-servers.ts'
import { portrait } from '../layout/portrait.ts'
import type { Pages } from '../page/page-scope.ts'
import { cardOf } from './invitation.ts'
import { launchers } from './launchers.ts'

/** People don't wait for longer to read that the service is away. */
const readinessMs = 500

export function homePage({ site, get }: Pages, context: Context): void {
  // The part below the steps depends only on the language.
  const choices = new Map<Language, Html>()
  get('/', async (page) => {
    const { home } = page.text
    const isUp = (await databaseReadiness(context, readinessMs)).state === 'ready'
    const setup = clientSetup(context.baseUrl())
    const below = choices.get(page.language) ?? choicesFor(site, page.text, setup)
    choices.set(page.language, below)
    // Programs read the metadata here (J5).
    page.reply.header('vary', 'accept')
    return {
      heading: site.name,
      isWide: true,
      hasEmblem: true,
      card: cardOf(context, site, home.about(site.name)),
      scripts: ['copy.js'],
      content: html`${welcome(context, page.text, home.about(site.name))}
<p class="state ${isUp ? 'up' : 'down'}">${isUp ? home.up : home.down}</p>
<section class="card">
<h2>${home.start.heading}</h2>
<ol class="steps">
<li>${firstStep(site, page, context)}${isUp && page.account && (await goOn(context, site, page, page.account))}</li>
<li><h3>${home.start.add}</h3><p>${home.start.addHow}</p>
${copyLine(page.text, setup.address)}
<p class="at-desk">${home.start.dragHow} <a class="button drag" href="${setup.dragAndDrop}">${home.start.drag}</a></p></li>
<li><h3>${home.start.play}</h3><p>${site.hasPasswords ? home.start.playHow : home.start.playThrough}</p></li>
</ol>
</section>
${ofTheCommunity(context, page.text, isUp ? await publicServersOf(context) : [])}
${below}`,
    }
  })
}

/** Renders the welcome text as it was typed, line by line. */
function welcome({ settings }: Context, words: Text, otherwise: string): Html {
  const text = settings.valueOf('welcome')
  return text === null ? html`<p class="lead">${otherwise}</p>` : foldedText(words, text)
}

/** Renders the servers that everybody can join, the rules and the links of the community, if there are any. */
function ofTheCommunity(
  { settings }: Context,
  { account, home, servers: words }: Text,
  servers: Awaited<ReturnType<typeof publicServersOf>>,
): Html | undefined {
  const [rules, links] = [settings.valueOf('rules'), settings.valueOf('links')]
  if (servers.length === 0 && rules === null && links === null) return undefined
  const chips = links === null ? [] : homeLinksOf(links)
  const link = ({ url, title }: HomeLink) =>
    html`<li><a href="${url}" rel="noopener noreferrer">${title}</a></li>\n`
  return html`<div class="columns">
${
  servers.length > 0 &&
  foldedCard(
    account.menu.servers.heading,
    servers.map(({ title, address }) => title + address),
    html`<p class="hint">${words.about}</p>
${serverList(servers)}`,
  )
}
${
  rules !== null &&
  html`<details class="card" id="rules">
<summary><h2>${home.rules}</h2></summary>
<p class="typed" dir="auto">${rules}</p>
</details>`
}
${
  links !== null &&
  foldedCard(
    home.links,
    chips.map(({ title }) => title),
    html`<ul class="chips">
${chips.map(link)}</ul>`,
  )
}
</div>`
}

/** Renders the step that gets an account: the visitor's own, registration, or whom to ask. */
function firstStep(
  site: Site,
  { account, text: { home } }: PageContext,
  { config, settings }: Context,
): Html {
  const { start } = home
  if (account) {
    return html`<h3>${start.hasAccount}</h3>
<p class="own">${portrait(site, account, 'face', 40)} <a href="${site.href('/account')}">${account.username}</a></p>`
  }
  const registration = settings.valueOf('registration')
  if (registration === 'closed') return html`<h3>${start.ask}</h3><p>${start.askHow}</p>`
  const withPassword = config.confirmEmail === 'on' ? start.registerHow : start.registerUnconfirmed
  const how = site.hasPasswords ? withPassword : start.registerThrough
  return html`<h3><a href="${site.href('/register')}">${start.register}</a></h3><p>${registration === 'invite' ? `${how} ${start.registerInvited}` : how}</p>`
}

/** Renders the link to what comes next for a player who has not joined a game server; undefined for others. */
async function goOn(
  context: Context,
  site: Site,
  { request, text }: PageContext,
  account: Account,
): Promise<Html | undefined> {
  const { joinedAt } = await progressOf(context, account, request.ip)
  if (joinedAt !== undefined) return undefined
  return html`
<p><a class="button" href="${site.href('/account/play')}">${text.play.goOn}</a></p>`
}

/** Renders the choice of launchers, and the option that most game servers need. Other pages have the full lists. */
function choicesFor(site: Site, text: Text, setup: ClientSetup): Html {
  const { home } = text
  return html`<div class="columns">
<section class="card">
<h2 id="launchers">${home.launchers.heading}</h2>
<p>${home.launchers.choose}</p>
<ul class="chips">
${launchers.map(({ id, nameOf }) => html`<li><a href="${site.href(`/launchers?for=${id}`)}">${nameOf(home.launchers)}</a></li>\n`)}
</ul>
<p class="hint">${home.launchers.rootHow}</p>
${copyLine(text, setup.apiRoot)}
</section>
<section class="card">
<h2 id="servers">${home.servers.heading}</h2>
<p>${home.servers.short}</p>
${copyLine(text, setup.javaAgent)}
<p><a href="${site.href('/servers')}">${home.servers.all}</a></p>
</section>
</div>`
}
