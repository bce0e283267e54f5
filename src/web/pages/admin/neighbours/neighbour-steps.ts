import { listServers } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { neighbourKeys } from '../../../../domain/neighbours/keys.ts'
import { playersOfNeighbour } from '../../../../domain/neighbours/visitors.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Neighbour } from '../../../../model/community/neighbour.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { serversPath } from '../community/servers.ts'
import { stepsCard } from '../steps.ts'

/** Renders the way of a new neighbour to its first player here, unless no neighbour is asked. */
export async function neighbourSteps(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  { id, kind, addresses }: Neighbour,
): Promise<Html | undefined> {
  if (context.config.neighbours === 'off') return undefined
  const { neighbours, admin } = page.text
  const { steps: words } = neighbours
  const [keys, servers, { visitors }] = await Promise.all([
    neighbourKeys(context, id),
    listServers(context),
    playersOfNeighbour(context, id),
  ])
  const hasPlayer = visitors !== '0'
  const hasKeys = kind === 'authlib-injector' || addresses.keys !== undefined
  const list = html`<a href="${site.href(serversPath)}">${admin.menu.servers.heading}</a>`
  return stepsCard(page, [
    { heading: words.entered, isDone: true, how: undefined },
    ...(hasKeys ? [{ heading: words.keys, isDone: keys.length > 0, how: words.keysHow }] : []),
    {
      heading: words.server,
      isDone: servers.some((server) => server.neighbours.includes(id)),
      how: html`${words.serverHow} ${list}`,
    },
    { heading: words.player, isDone: hasPlayer, how: words.playerHow },
  ])
}
