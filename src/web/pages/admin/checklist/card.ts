import type { Backups } from '../../../../domain/checklist/back-up.ts'
import type { Point, Todo } from '../../../../domain/checklist/points.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { time } from '../../../layout/time.ts'
import { mailTest } from './mail.ts'

/** The pages that lead on, with the texts of their links. */
const leads = {
  factor: '/account/security/totp',
  server: '/admin/servers',
  invite: '/admin/invites',
} as const

const isLed = (todo: Todo): todo is keyof typeof leads => Object.hasOwn(leads, todo)

/**
 * Renders what is to be done before others play. Once all of it is done or was put away, it renders the points that were
 * put away alone, if there are any.
 */
export function checklistCard(
  site: Site,
  page: SignedInPageContext,
  points: readonly Point[],
  { baseUrl, backups }: { baseUrl: string; backups: Backups },
): Html | undefined {
  const words = page.text.admin.checklist
  const isDone = ({ isAway, todo }: Point) => isAway || todo === undefined
  const next = points.findIndex((point) => !isDone(point))
  const away = points.filter(({ isAway }) => isAway)
  if (next < 0) return away.length > 0 ? awayList(site, page, away) : undefined
  const item = (point: Point, at: number): Html => {
    const { name, todo } = point
    const heading = html`<h3>${words.points[name]}</h3>`
    if (todo === undefined)
      return html`<li class="done">${heading}<p><b>${words.done}.</b></p>${name === 'mail' && mailTest(site, page, '/admin/checklist/mail')}</li>\n`
    const said = html`<p>${sentence(page, todo, baseUrl)}</p>${isLed(todo) && html`<p><a href="${site.href(leads[todo])}">${words.leads[todo]}</a></p>`}
${name === 'mail' && mailTest(site, page, '/admin/checklist/mail')}${(todo === 'no_backup' || todo === 'late_backup') && backupNow(site, page, backups)}
${form(site, page, { action: '/admin/checklist/put-away', hidden: { point: name }, submit: words.putAway, accessibleName: words.putAwayNamed(words.points[name]), variant: 'link' })}`
    // One at a time: those that come later are folded.
    return at === next
      ? html`<li class="open" aria-current="step">${heading}${said}</li>\n`
      : html`<li class="open"><details><summary>${heading}</summary>${said}</details></li>\n`
  }
  return html`<section class="card">
<h2>${words.heading}</h2>
<p class="hint">${words.progress(points.filter(isDone).length, points.length)} <a href="${site.href('/admin')}">${words.again}</a></p>
<ol class="steps progress">
${points.filter(({ isAway }) => !isAway).map((point) => item(point, points.indexOf(point)))}</ol>
</section>
${away.length > 0 && awayList(site, page, away)}`
}

function sentence({ text }: SignedInPageContext, todo: Todo, baseUrl: string): string {
  const { attention } = text.admin.overview
  if (todo === 'mail_files') return attention.mail_files
  if (todo === 'no_backup') return attention.noBackup
  const words = text.admin.checklist.todo[todo]
  return typeof words === 'string' ? words : words(baseUrl)
}

function backupNow(site: Site, page: SignedInPageContext, { run }: Backups): Html {
  const { checklist: words, at } = page.text.admin
  const { begunAt, isRunning, problem } = run
  if (isRunning && begunAt !== undefined)
    return html`<p>${words.backupRunning} ${time(begunAt, at(begunAt), 'ago')}</p>`
  return html`${problem !== undefined && html`<p class="problem">${words.backupFailed} <code>${problem}</code></p>\n`}<p class="hint">${words.backupHow}</p>
${form(site, page, { action: '/admin/checklist/backup', submit: words.backUp, variant: 'quiet' })}`
}

/** Renders the points that were put away, folded, each with the button that brings it back. */
function awayList(site: Site, page: SignedInPageContext, away: readonly Point[]): Html {
  const words = page.text.admin.checklist
  const item = ({ name }: Point) => {
    const point = words.points[name]
    return html`<p>${point}</p>
${form(site, page, { action: '/admin/checklist/bring-back', hidden: { point: name }, submit: words.bringBack, accessibleName: words.bringBackNamed(point), variant: 'quiet' })}\n`
  }
  return html`<details class="card"><summary>${words.away}</summary>
${away.map(item)}</details>
`
}
