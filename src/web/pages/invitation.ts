// The page of an invite's link: the community and its servers above the form, or why the invite is dead.

import { publicServersOf } from '../../domain/community/servers.ts'
import type { Context } from '../../domain/context.ts'
import type { DeadInvite, OpenedInvite } from '../../domain/registration/invites.ts'
import { registrationBy } from '../../domain/registration/mode.ts'
import { html } from '../../lib/text/html.ts'
import { pathWithNext } from '../context/next.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { beginningOf, foldedCard, foldedText } from '../layout/folded.ts'
import { serverList } from '../layout/game-servers.ts'
import type { Card, Page } from '../page/page.ts'

/** Only operators make invites, so the community invites, and no person is named. `form` is the page of the form. */
export async function invitation(
  context: Context,
  site: Site,
  page: PageContext,
  { group }: Extract<OpenedInvite, { dead?: undefined }>,
  form: Page,
): Promise<Page> {
  const { account, invitation: words } = page.text
  const { settings } = context
  const servers = await publicServersOf(context, group?.name)
  const welcome = settings.valueOf('welcome')
  page.reply.header('x-robots-tag', 'noindex')
  return {
    ...form,
    heading: words.heading(site.name),
    card: cardOf(context, site, words.lead),
    content: html`${welcome === null ? html`<p class="lead">${words.lead}</p>` : foldedText(page.text, welcome)}
${group && html`<p>${words.group(group.title)}</p>`}
${
  servers.length > 0 &&
  foldedCard(
    account.menu.servers.heading,
    servers.map(({ title, address }) => title + address),
    serverList(servers),
  )
}
<h2>${page.text.register.heading}</h2>
${form.content}`,
  }
}

/** Returns what chats show: the welcome as the page shows it at first, or what the page says otherwise. */
export const cardOf = (context: Context, { assets }: Site, otherwise: string): Card => ({
  description: beginningOf(context.settings.valueOf('welcome') ?? otherwise),
  picture: `${context.baseUrl()}${assets.card}`,
})

/** Says why nobody can register with the link. There is another page for somebody who has another code. */
export function deadInvitation(
  context: Context,
  site: Site,
  { text, reply }: PageContext,
  dead: DeadInvite,
  next: string | undefined,
): Page {
  const { invitation: words } = text
  const other = registrationBy(context) === 'invite' ? words.otherCode : words.without
  reply.header('x-robots-tag', 'noindex')
  return {
    status: 410,
    heading: words.deadHeading,
    hasEmblem: true,
    next,
    alert: `${words.dead[dead]} ${words.ask}`,
    content: html`<p><a href="${site.href(pathWithNext('/register', next))}">${other}</a></p>`,
  }
}
