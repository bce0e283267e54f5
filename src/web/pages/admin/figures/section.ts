// The figures on the overview of administration.
import type { Context } from '../../../../domain/context.ts'
import { joins, newAccounts } from '../../../../domain/figures/periods.ts'
import { playersNow } from '../../../../domain/figures/players-now.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { newestPlayers } from './newest.ts'
import { numberTiles } from './numbers.ts'
import { seriesChart } from './series.ts'

/** Renders the most important figures, and the link to all of them. */
export async function figuresSection(site: Site, page: SignedInPageContext, context: Context): Promise<Html> {
  const { figures: words } = page.text.admin
  const [now, joined, accounts, newest] = await Promise.all([
    playersNow(context),
    joins(context, 'month'),
    newAccounts(context, 'month'),
    newestPlayers(site, page, context),
  ])
  return html`<section class="card">
${numberTiles(page.text, now, { joins: joined, accounts, period: words.month })}
<div class="figures">
${seriesChart(page.text, words.joins, 'month', joined)}
${newest}
</div>
<p><a href="${site.href('/admin/figures')}">${words.all}</a></p>
</section>`
}
