// GET /account/reports: what the account has reported, and what became of it.
import type { Context } from '../../../domain/context.ts'
import { type OwnReport, ownReports } from '../../../domain/moderation/queue.ts'
import { parseUuid } from '../../../lib/crypto/uuid.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { beginningOf } from '../../layout/folded.ts'
import { texturePicture } from '../../layout/portrait.ts'
import { time } from '../../layout/time.ts'
import type { Pages } from '../../page/page-scope.ts'
import { queryOf } from '../sign-in/sign-in.ts'

const path = '/account/reports'

/** So many are on one page, each with its picture. */
const shownAtOnce = 12

export function ownReportsPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get(path, async (page) => {
    const { account, admin, reports: words } = page.text
    const after = parseUuid(queryOf(page, 'after'))
    const { reports, next } = await ownReports(context, page.account, {
      limit: shownAtOnce,
      ...(after !== undefined && { after }),
    })
    const content = html`<section class="card">
<p><a class="button quiet" href="${site.href('/report')}">${words.heading}</a></p>
${
  reports.length === 0
    ? html`<p>${words.none}</p>`
    : html`<ul class="rows reports">
${reports.map((report) => line(site, page, report))}</ul>`
}
${next !== undefined && html`<p class="pager"><a href="${site.href(`${path}?after=${next}`)}">${admin.accounts.next}</a></p>`}
</section>`
    return { heading: account.menu.reports.heading, hasPictures: true, content }
  })
}

function line(site: Site, { text }: SignedInPageContext, report: OwnReport): Html {
  const { reports: words, skin } = text
  const { at, kind, player, reason, state } = report
  // Its pictures are gone with a texture that was taken down.
  const picture = state !== 'taken_down' && texturePicture(site, report, 'front')
  return html`<li>${picture}
<div><strong>${player.name}</strong> · ${skin[kind].heading} · ${time(at, text.account.facts.at(at), 'day')}
<p class="typed" dir="auto">${beginningOf(reason)}</p></div>
<p class="state${state === 'open' && ' waiting'}${state === 'taken_down' && ' down'}">${words.states[state]}</p></li>
`
}
