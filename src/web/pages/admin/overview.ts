// GET /admin: the state of the service.

import { type Attention, attention } from '../../../domain/checklist/attention.ts'
import { showBackups } from '../../../domain/checklist/back-up.ts'
import { backupState } from '../../../domain/checklist/backups.ts'
import { checklist } from '../../../domain/checklist/points.ts'
import type { Context } from '../../../domain/context.ts'
import { lastRefusals } from '../../../domain/figures/overview.ts'
import { databaseReadiness, type Readiness } from '../../../domain/operation/health.ts'
import { newerRelease } from '../../../domain/operation/updates.ts'
import { reasonInWords } from '../../../domain/operation/why.ts'
import { version } from '../../../lib/process/version.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { mayAs } from '../../../model/accounts/role.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { time } from '../../layout/time.ts'
import type { Declined } from '../../page/declined.ts'
import type { Page } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { checklistActions } from './checklist/actions.ts'
import { checklistCard } from './checklist/card.ts'
import { rankedBars } from './figures/charts.ts'
import { figuresSection } from './figures/section.ts'

export function adminOverview(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const show = async (page: SignedInPageContext, refused: Declined = {}): Promise<Page> => {
    const [readiness, reasons] = await Promise.all([databaseReadiness(context), lastRefusals(context)])
    return {
      ...refused,
      heading: page.text.admin.heading,
      here: site.href('/admin'),
      isWide: true,
      hasFigures: true,
      content: html`${await ownersPart(site, page, context)}
${await newerVersion(page, context)}${await lastBackup(page, context)}${state(page, readiness)}${await figuresSection(site, page, context)}
${refusals(page, reasons)}`,
    }
  }
  forRole('moderator').get('/admin', (page) => show(page))
  checklistActions(pages, context, show)

  forRole('moderator').get('/admin/*', () => {
    throw new Refused('route_unknown')
  })
}

/** Renders what is still to be done and what needs attention, for administrators only: moderators can't do any of it. */
async function ownersPart(
  site: Site,
  page: SignedInPageContext,
  context: Context,
): Promise<Html | undefined> {
  if (!mayAs(page.account, 'admin')) return undefined
  const [points, found, backups] = await Promise.all([
    checklist(context, page.account),
    attention(context),
    showBackups(context),
  ])
  const card = checklistCard(site, page, points, { baseUrl: context.baseUrl(), backups })
  // The checklist tells these in its own words.
  const others = card ? found.filter((each) => !isInChecklist(each)) : found
  return html`${card}${attentionList(site, page, others)}`
}

const isInChecklist = (problem: Attention): boolean =>
  problem.about === 'mail_files' || (problem.about === 'backup' && problem.since === undefined)

/** Renders the problems that need attention. */
function attentionList(site: Site, page: SignedInPageContext, found: readonly Attention[]): Html | undefined {
  const { attention: words } = page.text.admin.overview
  const item = (problem: Attention): Html => {
    if (problem.about === 'webhook_off')
      return html`<p>${words.webhook_off(problem.host)}</p><a href="${site.href(`/admin/webhooks/${problem.id}`)}">${words.toWebhook}</a>`
    if (problem.about === 'mail_files') return html`<p>${words.mail_files}</p>`
    if (problem.about === 'visitors')
      return html`<p>${words.visitors(problem.neighbour)}</p><a href="${site.href(`/admin/neighbours/${problem.neighbour}`)}">${words.toNeighbour}</a>`
    if (problem.about === 'provider_sync') {
      const { provider, since } = problem
      return html`<p>${words.provider_sync(provider)} ${time(since, page.text.admin.at(since), 'ago')}</p><a href="${site.href(`/admin/providers/${provider}`)}">${words.toProvider}</a>`
    }
    if (problem.about === 'backup') {
      const { since } = problem
      return html`<p>${since === undefined ? words.noBackup : html`${words.backup} ${time(since, page.text.admin.at(since), 'ago')}`}</p>`
    }
    const { about, waiting, since } = problem
    return html`<p>${words[about](waiting)} ${time(since, page.text.admin.at(since), 'ago')}</p>`
  }
  return found.length === 0
    ? undefined
    : html`<section class="card">
<h2>${words.heading}</h2>
<ul class="attention">
${found.map((problem) => html`<li>${item(problem)}</li>\n`)}</ul>
</section>
`
}

async function newerVersion(
  { account, text }: SignedInPageContext,
  context: Context,
): Promise<Html | undefined> {
  const release = mayAs(account, 'admin') ? await newerRelease(context) : undefined
  return release && html`<p class="hint">${text.admin.overview.newer(release.version, version())}</p>\n`
}

async function lastBackup(
  { account, text }: SignedInPageContext,
  context: Context,
): Promise<Html | undefined> {
  const state = mayAs(account, 'admin') ? await backupState(context) : undefined
  if (!state?.last || state.isLate) return undefined
  const at = Date.parse(state.last.at)
  return html`<p class="hint">${text.admin.overview.lastBackup} ${time(at, text.admin.at(at), 'ago')}</p>\n`
}

const state = ({ text }: SignedInPageContext, { state: is }: Readiness): Html =>
  html`<p class="state${is !== 'ready' && ' down'}">${text.admin.overview[is]}</p>\n`

function refusals(
  { language, text }: SignedInPageContext,
  refused: Awaited<ReturnType<typeof lastRefusals>>,
): Html {
  const { overview: words } = text.admin
  return html`<section class="card">
<h2>${words.lastDay}</h2>
<figure>
<figcaption>${words.refusals}</figcaption>
${refused.length === 0 ? html`<p class="hint">${words.noRefusals}</p>` : rankedBars(words, refused, ({ reason }) => reasonInWords(reason, language))}
</figure>
</section>`
}
