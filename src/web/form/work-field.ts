import type { ReadContext, SiteContext } from '../../domain/context.ts'
import { askForWork } from '../../domain/registration/proof-of-work.ts'
import { type Html, html } from '../../lib/text/html.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Page } from '../page/page.ts'

/** The parts of a form that strangers may send: all empty if no proof of work is required. */
interface Work {
  field?: Html
  page: Pick<Page, 'scripts' | 'policy'>
}

/** Renders the field that work.js fills in while the visitor fills in the form. */
export async function workField(
  context: ReadContext & SiteContext,
  { href, assets }: Site,
  { text: { work } }: PageContext,
): Promise<Work> {
  const challenge = await askForWork(context)
  if (!challenge) return { page: {} }
  return {
    field: html`<input type="hidden" name="altcha" data-challenge="${JSON.stringify(challenge)}" data-solver="${href(assets.path('work-solver.js'))}">
<p class="problem needs-script">${work.needsScript}</p>
<p class="hint working" role="status" data-working="${work.working}" data-failed="${work.failed}"></p>`,
    page: { scripts: ['work.js'], policy: { workers: true } },
  }
}
