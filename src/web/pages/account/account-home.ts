import { type Progress, progressOf } from '../../../domain/access/progress.ts'
import { type OfferedServer, serversFor } from '../../../domain/community/servers.ts'
import type { Context } from '../../../domain/context.ts'
import { listPasskeys } from '../../../domain/passkeys/passkeys.ts'
import { countRecoveryCodes } from '../../../domain/sign-in/recovery-codes.ts'
import { listDevices, type SignedInDevice } from '../../../domain/tokens/devices.ts'
import { hyphenatedUuid } from '../../../lib/crypto/uuid.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import { isAdministrator } from '../../../model/accounts/role.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { copyLine } from '../../layout/copy-line.ts'
import { serverList } from '../../layout/game-servers.ts'
import { portrait } from '../../layout/portrait.ts'
import { time } from '../../layout/time.ts'
import { nameOfDevice } from './device-card.ts'

/** The number of devices shown here; the devices page has all of them. */
const devicesShown = 4

/** The number of servers shown here; the servers page has all of them. */
const serversShown = 4

/** A player with at most this many recovery codes is advised to get new ones. */
const fewCodes = 3

/** The protection of an account beyond its password. */
interface Protection {
  /** The number of unused recovery codes. */
  codes: number
  passkeys: number
}

/** Renders the content of an account's first page. */
export async function accountHome(context: Context, site: Site, page: SignedInPageContext): Promise<Html> {
  const { account } = page
  const [devices, passkeys, codes, servers, progress] = await Promise.all([
    listDevices(context, account),
    listPasskeys(context, account),
    account.hasSecondFactor ? countRecoveryCodes(context, account.id) : 0,
    serversFor(context, account),
    progressOf(context, account, page.request.ip),
  ])
  const protection = { codes, passkeys: passkeys.length }
  return html`${profile(site, page, protection)}
<div class="columns">
<div>${nextStep(site, page, progress)}
${attention(site, page, protection)}
${whereToPlay(page, servers)}</div>
${signedInDevices(site, page, devices)}
</div>`
}

/** Leads on a player who has not joined a game server yet; undefined for others. */
function nextStep(
  site: Site,
  { text }: SignedInPageContext,
  { joinedAt, reportedAt, signedInAt }: Progress,
): Html | undefined {
  if (joinedAt !== undefined) return undefined
  const { play } = text
  const step = reportedAt === undefined && signedInAt === undefined ? play.launcher : play.game
  return html`<section class="card">
<h2>${text.account.menu.play.heading}</h2>
<p>${play.next(step)}</p>
<p><a class="button" href="${site.href('/account/play')}">${play.goOn}</a></p>
</section>`
}

function profile(site: Site, page: SignedInPageContext, { codes, passkeys }: Protection): Html {
  const { account, text } = page
  const { account: words } = text
  const { facts } = words
  const rows: readonly (readonly [name: string, value: HtmlValue])[] = [
    [facts.secondFactor, account.hasSecondFactor ? facts.on(codes) : facts.off],
    [text.passkeys.heading, facts.passkeys(passkeys)],
  ]
  return html`<section class="card profile">
${portrait(site, account, 'bust', 128)}
<div class="who">
<h2>${account.username}</h2>
<a href="${site.href('/account/skin')}">${facts.changeSkin}</a>
${site.hasWardrobe && html`<a href="${site.href('/account/wardrobe')}">${words.menu.wardrobe.heading}</a>`}
</div>
<dl class="facts">
<div class="whole"><dt>${words.menu.email.heading}</dt><dd>${account.email ?? facts.none}</dd></div>
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}
<div class="date"><dt>${facts.since}</dt><dd>${time(account.createdAt, facts.at(account.createdAt), 'day')}</dd></div>
<div class="whole"><dt>${facts.uuid}</dt><dd>${copyLine(text, hyphenatedUuid(account.id))}</dd></div>
</dl>
</section>`
}

/** Lists what could lock the player out or let somebody else in, each with a link to fix it. */
function attention(site: Site, { account, text }: SignedInPageContext, { codes }: Protection): Html {
  const { attention: words } = text.account
  const found = [
    // Administrators see this reminder on every page.
    !account.hasSecondFactor &&
      !isAdministrator(account) &&
      (['/security/totp', words.passwordOnly] as const),
    account.hasSecondFactor &&
      codes <= fewCodes &&
      (['/security', { ...words.fewCodes, problem: words.fewCodes.problem(codes) }] as const),
    account.email === undefined && (['/email', words.noEmail] as const),
  ].filter((item) => item !== false)
  return html`<section class="card">
<h2>${words.heading}</h2>
${
  found.length === 0
    ? html`<p class="state">${words.nothing}</p>`
    : html`<ul class="attention">
${found.map(([path, { problem, remedy }]) => html`<li><p>${problem}</p><a href="${site.href(`/account${path}`)}">${remedy}</a></li>\n`)}
</ul>`
}
</section>`
}

/** Lists game servers that let the player in. */
function whereToPlay({ text }: SignedInPageContext, servers: readonly OfferedServer[]): Html | undefined {
  const open = servers.filter(({ mayJoin }) => mayJoin).slice(0, serversShown)
  if (open.length === 0) return undefined
  return html`<section class="card">
<h2>${text.account.menu.servers.heading}</h2>
<p class="hint">${text.servers.about}</p>
${serverList(open)}
</section>`
}

function signedInDevices(site: Site, page: SignedInPageContext, devices: readonly SignedInDevice[]): Html {
  const { account: words, devices: text } = page.text
  const shown = devices.slice(0, devicesShown)
  return html`<section class="card">
<h2>${words.signedIn.heading}</h2>
<ul class="plain">
${shown.map((device) => html`<li><b>${nameOfDevice(page, device)}</b> <span>${time(device.lastUsedAt, text.at(device.lastUsedAt), 'ago')}</span></li>\n`)}
</ul>
<p><a href="${site.href('/account/devices')}">${words.signedIn.all(devices.length)}</a></p>
</section>`
}
