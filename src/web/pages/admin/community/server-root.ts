// The root of a game server: shown when asked for, replaced, or gone with the server.

import { removeServer } from '../../../../domain/community/removed-servers.ts'
import { rotateServer, shownRoot } from '../../../../domain/community/server-keys.ts'
import { findServer, playersOfDay } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { serverSetup } from '../../../../http/paths/client-setup.ts'
import { dayMs, hourMs } from '../../../../lib/measure/units.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { type GameServer, isServerName } from '../../../../model/community/game-server.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { select } from '../../../form/forms.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { serverLines } from '../../../layout/game-servers.ts'
import { wrongField } from '../../../page/declined.ts'
import { keepSecret, takeSecret } from '../../../page/new-secret.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { asking, provedButton } from '../asking.ts'
import { askingButton } from '../confirming.ts'
import { serverPath, serversPath } from './servers.ts'

/** The times for which a replaced root may still work, in milliseconds. */
const graces = { '0s': 0, '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs } as const
type Grace = keyof typeof graces
const usual: Grace = '24h'

const isGrace = (text: string): text is Grace => Object.hasOwn(graces, text)

/** Renders the root, or the button that shows it: it is the key with which one asks in the name of the server. */
export async function rootCard(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  { id, name }: GameServer,
): Promise<Html> {
  const { home, servers: words } = page.text
  const root = await shownRoot(context, id)
  const isShown = takeSecret(context, page, id) === root
  const setup = serverSetup(root)
  return html`<section class="card">
<h2>${words.root}</h2>
${
  isShown
    ? html`${copyLine(page.text, root)}
<p>${home.servers.short}</p>
${copyLine(page.text, setup.javaAgent)}
<p class="hint">${words.rootAbout}</p>
<details>
<summary>${home.servers.all}</summary>
${serverLines(page.text, setup)}
</details>`
    : html`<p>${words.rootAbout}</p>
${provedButton(site, page, { action: `${serverPath(name)}/root`, submit: words.showRoot })}`
}
</section>`
}

/** Renders the buttons that replace the root, and remove the server. */
export function endForms(site: Site, { text }: SignedInPageContext, name: string): Html {
  const { servers: words } = text
  return html`<p>${words.rotateAbout}</p>
${askingButton(site, {
  action: `${serverPath(name)}/rotate`,
  submit: words.rotate,
  variant: 'quiet',
  fields: select({
    name: 'grace',
    label: words.grace,
    value: usual,
    options: Object.keys(graces).map((value) => ({ value, label: words.graces[value as Grace] })),
  }),
})}
<p>${words.removeAbout}</p>
${askingButton(site, { action: `${serverPath(name)}/remove`, submit: words.remove })}`
}

export function rootRoutes(pages: Pages, context: Context): void {
  const path = serverPath(':name')
  const serverOf = (page: SignedInPageContext) => findServer(context, nameOf(page))
  const subjectOf = async (page: SignedInPageContext) => {
    const { name, title } = await serverOf(page)
    return { subject: title, back: serverPath(name) }
  }

  asking(pages, context, `${path}/root`, {
    ask: async (page) => {
      const { servers: words } = page.text
      return {
        submit: words.showRoot,
        ...(await subjectOf(page)),
        effects: [words.rootAbout],
        isHarmless: true,
      }
    },
    act: async (page) => {
      const { id, name } = await serverOf(page)
      keepSecret(context, page, id, await shownRoot(context, id))
      return { to: serverPath(name) }
    },
  })

  asking(pages, context, `${path}/rotate`, {
    ask: async (page, given) => {
      const { layout, servers: words } = page.text
      const grace = given('grace') || usual
      return {
        submit: words.rotate,
        ...(await subjectOf(page)),
        effects: [words.rotateAbout, layout.confirm.final],
        affected: [[words.grace, isGrace(grace) && words.graces[grace]]],
        hidden: { grace },
      }
    },
    act: async (page, fields) => {
      const grace = fields.text('grace') || usual
      if (!isGrace(grace)) return wrongField('', page.text.servers.problems.grace)
      const { id, name } = await serverOf(page)
      const { root } = await rotateServer(context, actorOf(page), name, graces[grace])
      keepSecret(context, page, id, root)
      return { to: serverPath(name), flash: 'servers.rotated' }
    },
  })

  asking(pages, context, `${path}/remove`, {
    ask: async (page) => {
      const { admin, servers: words } = page.text
      const { name, title, address } = await serverOf(page)
      return {
        submit: words.remove,
        subject: title,
        effects: [words.removeAbout, admin.deletions.undoable],
        affected: [
          [words.address, address !== null && html`<code>${address}</code>`],
          [words.players, words.count(await playersOfDay(context, name))],
        ],
        back: serverPath(name),
      }
    },
    act: async (page) => {
      await removeServer(context, actorOf(page), nameOf(page))
      return { to: serversPath, flash: 'servers.removed' }
    },
  })
}

/** Returns an empty string if the path can't contain a server name. */
export function nameOf(page: SignedInPageContext): string {
  const name = pathParameter(page, 'name')
  return isServerName(name) ? name : ''
}
