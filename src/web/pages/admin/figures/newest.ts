import { searchAccounts } from '../../../../domain/accounts/search.ts'
import type { ReadContext } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { portrait } from '../../../layout/portrait.ts'
import { time } from '../../../layout/time.ts'
import { accountPath } from '../accounts/accounts.ts'

const shown = 4

/** Renders the newest players with their faces. */
export async function newestPlayers(
  site: Site,
  { text }: SignedInPageContext,
  context: ReadContext,
): Promise<Html> {
  const { figures: words, at } = text.admin
  const { accounts } = await searchAccounts(context, { limit: shown })
  return html`<figure>
<figcaption>${words.newest}</figcaption>
<ul class="newest">
${accounts.map((account) => html`<li>${portrait(site, account, 'face', 40)}<a href="${site.href(accountPath(account))}">${account.username}</a> <small>${time(account.createdAt, at(account.createdAt), 'ago')}</small></li>\n`)}</ul>
</figure>`
}
