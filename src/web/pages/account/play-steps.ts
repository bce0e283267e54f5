import type { Progress, Trouble } from '../../../domain/access/progress.ts'
import type { Remedy } from '../../../domain/access/remedies.ts'
import type { OfferedServer } from '../../../domain/community/servers.ts'
import type { ReadContext } from '../../../domain/context.ts'
import { reasonInWords } from '../../../domain/operation/why.ts'
import { type Html, type HtmlValue, html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Text } from '../../context/text.ts'
import { serverList } from '../../layout/game-servers.ts'
import { time, withTime } from '../../layout/time.ts'
import { launcherFiles, launcherFilesHow } from './launcher-links.ts'

/** The page that puts a refusal right, and the text of its button; undefined if none does. */
const mendedAt: Partial<Record<Remedy | 'appPassword', keyof Text['account']['menu']>> = {
  password: 'password',
  appPassword: 'app-passwords',
  code: 'app-passwords',
  group: 'servers',
  primary: 'characters',
}

/** The number of servers shown here; the servers page has all of them. */
const serversShown = 8

/** Renders the three steps, with the first that is open marked, and what went wrong. */
export function steps(
  context: ReadContext,
  site: Site,
  page: SignedInPageContext,
  { signedInAt, reportedAt, joinedAt, trouble }: Progress,
): Html {
  const { account, language, text } = page
  const { play: words } = text
  const said = (at: number, sentence: (at: number) => string) => withTime(language, at, sentence(at))
  // A game that has joined was signed in by a launcher, whatever is still known of that.
  const isSignedIn = signedInAt !== undefined || reportedAt !== undefined || joinedAt !== undefined
  const all: readonly (readonly [heading: string, isDone: boolean, how: HtmlValue])[] = [
    [words.account, true, words.accountHow(account.username)],
    [
      words.launcher,
      isSignedIn,
      signedInAt === undefined ? !isSignedIn && words.launcherTodo : said(signedInAt, words.launcherDone),
    ],
    [words.game, joinedAt !== undefined, gameState(words, said, { reportedAt, joinedAt })],
  ]
  const next = all.findIndex(([, isDone]) => !isDone)
  return html`<section class="card">
<ol class="steps progress">
${all.map(([heading, isDone, how], at) => html`<li class="${isDone ? 'done' : 'open'}"${at === next && html` aria-current="step"`}><h2>${heading}</h2><p>${(isDone || at === next) && html`<b>${isDone ? words.done : words.open}.</b> `}${how}</p></li>\n`)}
</ol>
<p class="actions"><a class="button quiet" href="${site.href('/account/play')}">${words.again}</a></p>
</section>
${trouble && troubleCard(context, site, page, trouble)}`
}

function gameState(
  words: Text['play'],
  said: (at: number, sentence: (at: number) => string) => Html,
  { reportedAt, joinedAt }: Pick<Progress, 'reportedAt' | 'joinedAt'>,
): HtmlValue {
  if (joinedAt !== undefined) return said(joinedAt, words.gameDone)
  return reportedAt === undefined ? words.gameTodo : said(reportedAt, words.gameReported)
}

/** Renders the reason of a refusal and what mends it. Neither the address nor the game server is told. */
function troubleCard(
  context: ReadContext,
  site: Site,
  page: SignedInPageContext,
  { at, isOwn, player, reason, remedy: found }: Trouble,
): Html {
  const { account, text } = page
  const { play: words } = text
  const hasPassword = site.hasPasswords && account.hasPassword
  const remedy = found === 'password' && !hasPassword ? 'appPassword' : found
  const mended = mendedAt[remedy]
  const isGuess = reason === 'credentials_invalid' || reason === 'too_many_guesses'
  return html`<section class="card trouble">
<h2>${player === account.username ? words.trouble : words.troubleOf(player)}</h2>
<p class="hint">${time(at, text.devices.at(at), 'ago')}</p>
<p>${reasonInWords(reason, page.language)}</p>
<p>${words.remedies[remedy]}</p>
${isGuess && !isOwn && html`<p class="hint">${words.elsewhere}</p>`}
${mended !== undefined && html`<p><a class="button" href="${site.href(`/account/${mended}`)}">${text.account.menu[mended].heading}</a></p>`}
${remedy === 'account' && html`<p><a class="button" href="#launchers">${text.home.launchers.heading}</a></p>`}
</section>`
}

/**
 * Renders the servers that let the player in, and the files that set a launcher up for them; the titles of others are
 * not told here.
 */
export function where(site: Site, { text }: SignedInPageContext, servers: readonly OfferedServer[]): Html {
  const open = servers.filter(({ address, mayJoin }) => mayJoin && address !== null).slice(0, serversShown)
  const packs = open.flatMap(({ title, packed }) => (packed ? [{ title, packed }] : []))
  // With mods there is no instance. One explanation is for all of them.
  const mods = packs.every(({ packed }) => packed.mods !== null) ? '' : null
  return html`<section class="card">
<h2>${text.account.menu.servers.heading}</h2>
${open.length === 0 ? html`<p>${text.servers.none}</p>` : html`<p class="hint">${text.servers.about}</p>\n${serverList(open)}`}
${packs.map(({ title, packed }) => html`<h3>${text.servers.files} · ${title}</h3>\n${launcherFiles(site, text, packed)}\n`)}${packs.length > 0 && launcherFilesHow(text, { mods }, '#launchers')}
</section>`
}
