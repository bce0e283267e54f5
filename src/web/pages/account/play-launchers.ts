import type { ClientSetup } from '../../../http/paths/client-setup.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { howTo, type Launcher, launchers, type System, systems } from '../launchers.ts'

/** The words by which browsers name their system. Android's name Linux, too. */
const saidBy: readonly (readonly [System, RegExp])[] = [
  ['android', /Android/],
  ['windows', /Windows/],
  ['macos', /Macintosh/],
  ['linux', /Linux|X11|CrOS/],
]

const isSystem = (text: string): text is System => Object.hasOwn(systems, text)

/** Returns the system that was chosen, or the browser's; undefined for one that no launcher is for. */
export function systemOf(chosen: string, userAgent = ''): System | undefined {
  if (isSystem(chosen)) return chosen
  return saidBy.find(([, words]) => words.test(userAgent))?.[0]
}

/** Renders the launchers of a system, each with what to paste where, and the choice of another one. */
export function launcherChoice(
  site: Site,
  { text }: SignedInPageContext,
  setup: ClientSetup,
  system: System | undefined,
): Html {
  const { home } = text
  const runsHere = ({ on }: Launcher) => on === undefined || system === undefined || on.includes(system)
  const each = (launcher: Launcher) =>
    html`<details><summary>${launcher.nameOf(home.launchers)}</summary>
${howTo(text, launcher, setup)}
</details>\n`
  return html`<section class="card" id="launchers">
<h2>${home.launchers.heading}</h2>
<ul class="chips">
${Object.entries(systems).map(([id, name]) => html`<li><a href="${site.href(`/account/play?system=${id}#launchers`)}"${id === system && html` aria-current="true"`}>${name}</a></li>\n`)}
</ul>
<p>${home.launchers.choose}</p>
${launchers.filter(runsHere).map(each)}
${system !== 'android' && html`<p class="at-desk">${home.start.dragHow} <a class="button drag" href="${setup.dragAndDrop}">${home.start.drag}</a></p>`}
<p>${site.hasPasswords ? home.start.playHow : home.start.playThrough}</p>
</section>`
}
