// GET /admin/figures: how many players come, over a month or a year.

import type { Context } from '../../../../domain/context.ts'
import { lastHours } from '../../../../domain/figures/overview.ts'
import { busiestServers, joins, newAccounts, type Period } from '../../../../domain/figures/periods.ts'
import { playersNow } from '../../../../domain/figures/players-now.ts'
import { joinsOfWeek } from '../../../../domain/figures/week.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { queryOf } from '../../sign-in/sign-in.ts'
import { adminPage } from '../frame.ts'
import { bars, rankedBars } from './charts.ts'
import { drawnOnce } from './drawn.ts'
import { numberTiles } from './numbers.ts'
import { seriesChart } from './series.ts'
import { weekChart } from './week-chart.ts'

const path = '/admin/figures'

export function adminFigures({ site, forRole }: Pages, context: Context): void {
  forRole('moderator').get(path, async (page) => {
    const { figures: words, menu } = page.text.admin
    const period: Period = queryOf(page, 'period') === 'year' ? 'year' : 'month'
    const wanted = queryOf(page, 'server')
    const [now, hours, servers, ofAll, ofServer, accounts, week] = await Promise.all([
      playersNow(context),
      lastHours(context),
      busiestServers(context),
      joins(context, period),
      wanted === '' ? undefined : joins(context, period, wanted),
      newAccounts(context, period),
      joinsOfWeek(context),
    ])
    const chosen = servers.find(({ name }) => name === wanted)
    const label = chosen && ofServer ? words.joinsAt(chosen.title) : words.joins
    const content = html`${periods(site, page, period, chosen?.name)}
<section class="card">
${numberTiles(page.text, now, { joins: ofAll, accounts, period: words[period] })}
<div class="figures">
${seriesChart(page.text, label, period, chosen && ofServer ? ofServer : ofAll)}
${seriesChart(page.text, words.accounts, period, accounts)}
</div>
</section>
<section class="card">
<div class="figures">
${weekChart(page, week)}
${servers.length > 0 && serverList(site, page, period, servers)}
</div>
</section>
<section class="card">
<h2>${page.text.admin.overview.lastDay}</h2>
<div class="figures">
${hourChart(
  page,
  page.text.admin.overview.joins,
  hours.map(({ at, joins: count }) => ({ at, count })),
)}
${hourChart(
  page,
  page.text.admin.overview.signIns,
  hours.map(({ at, signIns: count }) => ({ at, count })),
)}
</div>
</section>
<p class="hint">${words.utc}</p>`
    return { ...adminPage(menu.figures.heading, content), hasFigures: true }
  })
}

const address = (site: Site, period: Period, server: string | undefined): string => {
  const query = new URLSearchParams({
    ...(period === 'year' && { period }),
    ...(server !== undefined && { server }),
  }).toString()
  return site.href(query === '' ? path : `${path}?${query}`)
}

function periods(
  site: Site,
  { text }: SignedInPageContext,
  current: Period,
  server: string | undefined,
): Html {
  const { figures: words } = text.admin
  const link = (period: Period) =>
    html`<a class="button${period !== current && ' quiet'}" href="${address(site, period, server)}"${period === current && html` aria-current="true"`}>${words[period]}</a>\n`
  return html`<nav class="actions" aria-label="${words.period}">${(['month', 'year'] as const).map(link)}${server !== undefined && html`<a class="button quiet" href="${address(site, current, undefined)}">${words.allServers}</a>`}</nav>`
}

function serverList(
  site: Site,
  { text }: SignedInPageContext,
  period: Period,
  servers: Awaited<ReturnType<typeof busiestServers>>,
): Html {
  const { figures: words, overview } = text.admin
  const ranked = servers.map(({ name, title, joins: count }) => ({ name, title, count }))
  return html`<figure>
<figcaption>${words.servers}</figcaption>
${rankedBars(overview, ranked, ({ name, title }) => html`<a href="${address(site, period, name)}">${title}</a>`, ranked.length)}
</figure>`
}

function hourChart(
  { text }: SignedInPageContext,
  label: string,
  hours: readonly { at: number; count: number }[],
): Html {
  const { admin } = text
  const counts = hours.map(({ count }) => count)
  return drawnOnce(text, `hours ${hours[0]?.at} ${counts.join()} ${label}`, () =>
    bars(admin, {
      label,
      title: admin.overview.bars(
        label,
        counts.reduce((sum, count) => sum + count, 0),
      ),
      when: admin.figures.hourHead,
      parts: hours.map(({ at, count }) => ({ name: `${new Date(at).getUTCHours()}:00`, count })),
    }),
  )
}
