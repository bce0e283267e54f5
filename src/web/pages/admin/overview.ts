// GET /admin: how the service is.
import type { Context } from '../../../domain/context.ts'
import { type Overview, overview } from '../../../domain/operation/overview.ts'
import { newerRelease } from '../../../domain/operation/updates.ts'
import { version } from '../../../lib/process/version.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/refusal.ts'
import { mayAs } from '../../../model/role.ts'
import type { Pages } from '../../page-scope.ts'
import type { SignedInVisit } from '../../visit.ts'
import { bars, rankedBars } from './charts.ts'

export function adminOverview({ forRole }: Pages, context: Context): void {
  forRole('moderator').get('/admin', async (visit) => ({
    heading: visit.text.admin.heading,
    isWide: true,
    content: html`${await newerVersion(visit, context)}${figures(visit, await overview(context))}`,
  }))

  forRole('moderator').get('/admin/*', () => {
    throw new Refused('route_unknown')
  })
}

async function newerVersion({ account, text }: SignedInVisit, context: Context): Promise<Html | undefined> {
  const release = mayAs(account, 'admin') ? await newerRelease(context) : undefined
  return release && html`<p class="hint">${text.admin.overview.newer(release.version, version())}</p>\n`
}

function figures({ text }: SignedInVisit, day: Overview): Html {
  const { overview: words } = text.admin
  const { hours, state } = day
  const series = [
    { label: words.signIns, counts: hours.map(({ signIns }) => signIns) },
    { label: words.joins, counts: hours.map(({ joins }) => joins) },
  ]
  const begins = hours.map(({ at }) => at)
  return html`<p class="state${state !== 'ready' && ' down'}">${words[state]}</p>
<section class="card">
<h2>${words.lastDay}</h2>
<div class="figures">
${series.map(({ label, counts }) => bars(words, label, begins, counts))}
<figure>
<figcaption>${words.refusals}</figcaption>
${day.refusals.length === 0 ? html`<p class="hint">${words.noRefusals}</p>` : rankedBars(words, day.refusals)}
</figure>
</div>
</section>`
}
