// GET /admin: how the service is, and what can be looked after.
import type { Context } from '../../../domain/context.ts'
import { type Overview, overview } from '../../../domain/overview.ts'
import { newerRelease } from '../../../domain/updates.ts'
import { type Html, html } from '../../../lib/html.ts'
import { version } from '../../../lib/version.ts'
import { Refused } from '../../../model/refusal.ts'
import { mayAs } from '../../../model/role.ts'
import type { Pages } from '../../page-scope.ts'
import type { Text } from '../../text/text.ts'
import type { SignedInVisit } from '../../visit.ts'
import { bars, rankedBars } from './charts.ts'

/** Its entries, in their order; one whose page is not there, or is for others, is left out. */
const menu: readonly (readonly [entry: keyof Text['admin']['menu'], role: 'moderator' | 'admin'])[] = [
  ['accounts', 'moderator'],
  ['why', 'moderator'],
  ['audit', 'moderator'],
  ['invites', 'admin'],
  ['clients', 'admin'],
  ['bans', 'admin'],
  ['keys', 'admin'],
  ['webhooks', 'admin'],
]

export function adminOverview({ site, forRole }: Pages, context: Context): void {
  forRole('moderator').get('/admin', async (visit) => ({
    heading: visit.text.admin.heading,
    isWide: true,
    content: html`${await newerVersion(visit, context)}${figures(visit, await overview(context))}
<ul class="menu">
${menu.map(([entry, role]) => {
  const path = `/admin/${entry}`
  const { heading, about } = visit.text.admin.menu[entry]
  return (
    mayAs(visit.account, role) && html`<li><a href="${site.href(path)}">${heading}</a><p>${about}</p></li>`
  )
})}
</ul>`,
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
