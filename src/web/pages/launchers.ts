// GET /launchers: instructions for the chosen launcher.
import type { Context } from '../../domain/context.ts'
import { type ClientSetup, clientSetup } from '../../http/paths/client-setup.ts'
import { type Html, html } from '../../lib/text/html.ts'
import type { Text } from '../context/text.ts'
import { copyLine } from '../layout/copy-line.ts'
import type { Pages } from '../page/page-scope.ts'
import { queryOf } from './sign-in/sign-in.ts'

type Words = Text['home']['launchers']

/** Systems by the name that they have in every language. */
export const systems = { windows: 'Windows', macos: 'macOS', linux: 'Linux', android: 'Android' } as const

export type System = keyof typeof systems

export interface Launcher {
  /** The fragment in the address of its instructions. */
  id: string
  nameOf: (words: Words) => string
  how: 'hmcl' | 'knowing' | 'fjord' | 'rootHow' | 'optionsHow'
  line: keyof Pick<ClientSetup, 'address' | 'apiRoot' | 'javaAgent'>
  /** The systems that it runs on; undefined for what is not one launcher. */
  on?: readonly System[]
}

const desktops: readonly System[] = ['windows', 'macos', 'linux']

const knowing = (
  id: string,
  name: string,
  on: readonly System[],
  line: Launcher['line'] = 'address',
): Launcher => ({
  id,
  on,
  nameOf: () => name,
  how: 'knowing',
  line,
})

/** The launchers in the order of the list. The last two cover every launcher that is not named. */
export const launchers: readonly Launcher[] = [
  { id: 'hmcl', nameOf: () => 'HMCL', how: 'hmcl', line: 'address', on: desktops },
  // It gives the game what it reads at the address that was pasted.
  knowing('pcl', 'PCL', ['windows'], 'apiRoot'),
  knowing('xmcl', 'XMCL', desktops),
  knowing('bakaxl', 'BakaXL', ['windows']),
  knowing('sjmcl', 'SJMCL', desktops),
  { id: 'fjord', nameOf: () => 'Fjord Launcher', how: 'fjord', line: 'address', on: desktops },
  knowing('zalith', 'Zalith', ['android']),
  { id: 'root', nameOf: ({ root }) => root, how: 'rootHow', line: 'apiRoot' },
  { id: 'options', nameOf: ({ options }) => options, how: 'optionsHow', line: 'javaAgent' },
]

/** Renders how a launcher gets to know this service, with its line. */
export const howTo = (text: Text, { how, line }: Launcher, setup: ClientSetup): Html =>
  html`<p>${text.home.launchers[how]}</p>
${copyLine(text, setup[line])}`

export function launchersPage({ site, get }: Pages, context: Context): void {
  get('/launchers', (page) => {
    const { home } = page.text
    const { launchers: words } = home
    const chosen = launchers.find(({ id }) => id === queryOf(page, 'for'))
    const setup = clientSetup(context.baseUrl())
    return {
      heading: words.heading,
      isWide: true,
      scripts: ['copy.js'],
      content: html`<p class="lead">${words.choose}</p>
<ul class="chips">
${launchers.map((launcher) => html`<li><a href="${site.href(`/launchers?for=${launcher.id}`)}"${launcher === chosen && html` aria-current="true"`}>${launcher.nameOf(words)}</a></li>\n`)}
</ul>
${
  chosen &&
  html`<section class="card narrow">
<h2>${chosen.nameOf(words)}</h2>
${howTo(page.text, chosen, setup)}
<p>${site.hasPasswords ? home.start.playHow : home.start.playThrough}</p>
<p>${site.hasPasswords && page.text.appPasswords.forLauncher} <a href="${site.href('/account/app-passwords')}">${page.text.account.menu['app-passwords'].heading}</a></p>
</section>`
}`,
    }
  })
}
