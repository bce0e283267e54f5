// GET /account/servers: the game servers that a player can join.

import { type OfferedServer, serversFor } from '../../../domain/community/servers.ts'
import type { Context } from '../../../domain/context.ts'
import { html } from '../../../lib/text/html.ts'
import type { Profile } from '../../../model/accounts/account.ts'
import { copyLine } from '../../layout/copy-line.ts'
import { folded } from '../../layout/folded.ts'
import type { Pages } from '../../page/page-scope.ts'
import { allPlayers } from './all-players.ts'

/** The number of players that are not folded. */
const namesShown = 3

const namesOf = (players: readonly Profile[]): string => players.map(({ username }) => username).join(', ')

export function accountServersPage({ signedIn }: Pages, context: Context): void {
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
</section>`,
)}`,
    }
  })
}
