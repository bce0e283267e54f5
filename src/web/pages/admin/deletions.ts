// The card below a list, with what of it was deleted and can come back.
import type { Context } from '../../../domain/context.ts'
import { listDeletions } from '../../../domain/operation/deletions.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Deletion, DeletionKind } from '../../../model/records/deletion.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { time } from '../../layout/time.ts'
import { provedButton } from './asking.ts'
import { listed } from './frame.ts'

/** The most deletions on a card. The command and the API have all of them. */
const shownAtOnce = 20

/** Returns the path of the question that undoes a deletion. */
export const undoPath = (id: string): string => `/admin/deletions/${id}/undo`

/** Renders what of a kind was deleted within the last hour; nothing if that is nothing. `heads` are those of title and name. */
export async function deletionsCard(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  kind: DeletionKind,
  heads: readonly [title: string, name: string],
): Promise<Html | undefined> {
  const { at, deletions: words } = page.text.admin
  const deletions = (await listDeletions(context))
    .filter((deletion) => deletion.kind === kind)
    .slice(-shownAtOnce)
  if (deletions.length === 0) return undefined
  const rowOf = (deletion: Deletion) => [
    html`<bdi>${deletion.title}</bdi>`,
    html`<code>${deletion.name}</code>`,
    time(deletion.restorableUntil, at(deletion.restorableUntil)),
    provedButton(site, page, { action: undoPath(deletion.id), submit: words.undo }),
  ]
  return html`<section class="card">
<h2>${words.heading}</h2>
${listed(page, words.heading, [...heads, words.until, ''], deletions, rowOf)}
</section>
`
}
