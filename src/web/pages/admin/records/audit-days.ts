import { dayMs } from '../../../../lib/measure/units.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { dayIn } from '../../../../lib/text/intl.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import type { AuditEntry } from '../../../../model/records/audit.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { Text } from '../../../context/text.ts'
import { time } from '../../../layout/time.ts'
import { auditSentence, fieldsSaid, type KnownNames } from './audit-sentence.ts'
import { actorName, detailsOf, eventName, eventWords } from './audit-words.ts'

/** Renders audit entries in the given order, as sentences below a heading for each day; the rest of each is folded. */
export function auditDays(
  site: Site,
  { account: viewer, language, text }: SignedInPageContext,
  entries: readonly AuditEntry[],
  names: KnownNames,
): Html {
  const { at, none, utc } = text.admin
  if (entries.length === 0) return html`<p>${none}</p>`
  const days = [...Map.groupBy(entries, ({ at: when }) => Math.floor(Date.parse(when) / dayMs))]
  const row = (entry: AuditEntry) => {
    const when = Date.parse(entry.at)
    return html`<li><div>${auditSentence(site, text, entry, names)}</div>
<details><summary>${eventWords(text, entry.event)}, ${time(when, at(when))}</summary>
<p>${rest(text, entry, isAdministrator(viewer))}</p></details></li>
`
  }
  return html`${days.map(
    ([day, ofDay]) => html`<section class="card day">
<h2>${dayIn(language)(day * dayMs)} (UTC)</h2>
<ul>
${ofDay.map(row)}</ul>
</section>
`,
  )}<p class="hint" data-utc>${utc}</p>`
}

/** Renders the code of the event, the address for those who may see it, and the details that the sentence does not say. */
function rest(text: Text, entry: AuditEntry, hasAddress: boolean): Html {
  const { event, address } = entry
  const details = detailsOf(text, entry, fieldsSaid(text, event))
  return html`<code>${event}</code>${hasAddress && address !== null && html` · ${text.admin.audit.address}: <code>${address}</code>`}${details && html` · ${details}`}`
}

/** Renders the entries of one account as short lines, in the given order. */
export function auditLines(site: Site, { text }: SignedInPageContext, entries: readonly AuditEntry[]): Html {
  const { at, none } = text.admin
  if (entries.length === 0) return html`<p>${none}</p>`
  const line = (entry: AuditEntry) =>
    html`<li><b>${eventName(text, entry.event)}</b> <span>${actorName(site, text, entry)} · ${time(Date.parse(entry.at), at(Date.parse(entry.at)), 'ago')}</span> ${withProse(detailsOf(text, entry))}</li>\n`
  return html`<ul class="plain trail">
${entries.map(line)}</ul>`
}

const withProse = (details: Html | undefined): Html | undefined =>
  details && html`<span class="prose">${details}</span>`
