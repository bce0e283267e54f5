import type { Point, Todo } from '../../../../domain/checklist/points.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'

/** The pages that lead on, with the texts of their links. */
const leads = {
  factor: '/account/security/totp',
  server: '/admin/servers',
  invite: '/admin/invites',
} as const

const isLed = (todo: Todo): todo is keyof typeof leads => Object.hasOwn(leads, todo)

/** Renders what is to be done before others play; nothing once all of it is done. */
export function checklistCard(
  site: Site,
  page: SignedInPageContext,
  points: readonly Point[],
  baseUrl: string,
): Html | undefined {
  const words = page.text.admin.checklist
  const next = points.findIndex(({ todo }) => todo !== undefined)
  if (next < 0) return undefined
  const done = points.filter(({ todo }) => todo === undefined).length
  const item = ({ name, todo }: Point, at: number): Html => {
    const heading = html`<h3>${words.points[name]}</h3>`
    if (todo === undefined) return html`<li class="done">${heading}<p><b>${words.done}.</b></p></li>\n`
    const said = html`<p>${sentence(page, todo, baseUrl)}</p>${isLed(todo) && html`<p><a href="${site.href(leads[todo])}">${words.leads[todo]}</a></p>`}`
    // One at a time: those that come later are folded.
    return at === next
      ? html`<li class="open" aria-current="step">${heading}${said}</li>\n`
      : html`<li class="open"><details><summary>${heading}</summary>${said}</details></li>\n`
  }
  return html`<section class="card">
<h2>${words.heading}</h2>
<p class="hint">${words.progress(done, points.length)}</p>
<ol class="steps progress">
${points.map(item)}</ol>
<p class="actions"><a class="button quiet" href="${site.href('/admin')}">${words.again}</a></p>
</section>
`
}

function sentence({ text }: SignedInPageContext, todo: Todo, baseUrl: string): string {
  const { attention } = text.admin.overview
  if (todo === 'mail_files') return attention.mail_files
  if (todo === 'no_backup') return attention.noBackup
  const words = text.admin.checklist.todo[todo]
  return typeof words === 'string' ? words : words(baseUrl)
}
