// GET /account/play: the way into the game, and how far the player has come.

import { progressOf } from '../../../domain/access/progress.ts'
import { serversFor } from '../../../domain/community/servers.ts'
import type { Context } from '../../../domain/context.ts'
import { clientSetup } from '../../../http/paths/client-setup.ts'
import { digest } from '../../../lib/crypto/digest.ts'
import { html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { queryOf } from '../sign-in/sign-in.ts'
import { launcherChoice, systemOf } from './play-launchers.ts'
import { steps, where } from './play-steps.ts'

const path = '/account/play'

export function playPage({ site, signedIn }: Pages, context: Context): void {
  const shown = async (page: SignedInPageContext) => {
    const progress = await progressOf(context, page.account, page.request.ip)
    const content = steps(context, site, page, progress)
    return { content, version: digest(content.text).slice(0, 16) }
  }

  signedIn.get(path, async (page) => {
    const { text } = page
    const [{ content, version }, servers] = await Promise.all([
      shown(page),
      serversFor(context, page.account),
    ])
    const setup = clientSetup(context.baseUrl())
    const system = systemOf(queryOf(page, 'system'), page.request.headers['user-agent'])
    return {
      heading: text.account.menu.play.heading,
      scripts: ['copy.js', 'play.js'],
      content: html`<p class="lead" data-state="${site.href(`${path}/state`)}" data-version="${version}">${text.play.lead}</p>
${content}
${launcherChoice(site, page, setup, system)}
${where(site, page, servers)}`,
    }
  })

  // This takes one statement. The script loads the page again if the answer is another one.
  signedIn.get(`${path}/state`, async (page): Promise<PageAnswer> => {
    const { version } = await shown(page)
    await page.reply.type('text/plain; charset=utf-8').send(version)
    return { isAnswered: true }
  })
}
