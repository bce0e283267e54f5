import { hasEverJoined } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { GameServer } from '../../../../model/community/game-server.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { stepsCard } from '../steps.ts'

/** Renders the way of a new game server to its first player. */
export async function serverSteps(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  { name, lastAskedAt }: GameServer,
): Promise<Html | undefined> {
  const { servers, admin } = page.text
  const { steps: words } = servers
  const hasJoined = await hasEverJoined(context, name)
  const why = html`<a href="${site.href('/admin/why')}">${admin.menu.why.heading}</a>`
  return stepsCard(page, [
    { heading: words.root, isDone: true, how: undefined },
    { heading: words.asked, isDone: hasJoined || lastAskedAt !== null, how: words.askedHow },
    { heading: words.joined, isDone: hasJoined, how: html`${words.joinedHow} ${why}` },
  ])
}
