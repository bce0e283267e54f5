// GET /account/servers: the game servers that a player can join.

import {
  type OfferedServer,
  type PackedServer,
  packedServerFor,
  serversFor,
} from '../../../domain/community/servers.ts'
import type { Context } from '../../../domain/context.ts'
import { html } from '../../../lib/text/html.ts'
import type { Profile } from '../../../model/accounts/account.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import { copyLine } from '../../layout/copy-line.ts'
import { folded } from '../../layout/folded.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { instanceOf, packOf } from '../launcher-files.ts'
import { allPlayers } from './all-players.ts'
import { launcherFiles, launcherFilesHow } from './launcher-links.ts'

/** The number of players that are not folded. */
const namesShown = 3

const namesOf = (players: readonly Profile[]): string => players.map(({ username }) => username).join(', ')

export function accountServersPage({ site, signedIn }: Pages, context: Context): void {
  const send =
    (extension: string, type: string, make: (server: PackedServer) => Buffer) =>
    async (page: SignedInPageContext): Promise<PageAnswer> => {
      const server = await packedServerFor(context, page.account, pathParameter(page, 'server'))
      await page.reply
        .type(type)
        .header('content-disposition', `attachment; filename="${server.name}.${extension}"`)
        .send(make(server))
      return { isAnswered: true }
    }
  signedIn.get('/account/servers/:server/pack', send('mrpack', 'application/x-modrinth-modpack+zip', packOf))
  signedIn.get('/account/servers/:server/instance', send('zip', 'application/zip', instanceOf))

  signedIn.get('/account/servers', async (page) => {
    const { account, text } = page
    const { servers: words } = text
    const servers = await serversFor(context, account)
    const { players } = await allPlayers(context, page)
    const playing = players.filter(({ deletesAt, suspension }) => !suspension && deletesAt === undefined)
    const wordsFor = ({ mayJoin, only }: OfferedServer): string => {
      if (!mayJoin) return words.mayNot
      if (only === undefined) return words.mayJoin
      return playing.some(({ username }) => username === only) ? words.only(only) : words.mayNot
    }
    return {
      heading: text.account.menu.servers.heading,
      scripts: ['copy.js'],
      content:
        servers.length === 0
          ? html`<p>${words.none}</p>`
          : html`<p class="lead">${words.about}</p>${players.length > 1 && html`\n<p>${words.mayJoinAs(namesOf(playing.slice(0, namesShown)))}</p>\n${folded(playing.slice(namesShown), namesOf)}`}
${servers.map(
  (server) => html`<section class="card">
<h2>${server.title}</h2>
<p>${wordsFor(server)}</p>
${server.mayJoin && server.address !== null && copyLine(text, server.address)}
${
  server.packed &&
  html`${launcherFiles(site, text, server.packed)}
${launcherFilesHow(text, server.packed, site.href('/account/play'))}`
}
</section>`,
)}`,
    }
  })
}
