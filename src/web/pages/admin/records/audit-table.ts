import { dayMs } from '../../../../lib/measure/units.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import { dayIn } from '../../../../lib/text/intl.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import type { AuditEntry } from '../../../../model/records/audit.ts'
import type { SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { time } from '../../../layout/time.ts'
import { accountPath } from '../accounts/accounts.ts'
import { groupedTable } from '../frame.ts'
import { actorName, detailsOf, eventName } from './audit-words.ts'

/** Renders audit entries in the given order. `names` has the usernames of their accounts, as far as they exist. */
export function auditTable(
  site: Site,
  { account: viewer, language, text }: SignedInPageContext,
  label: string,
  entries: readonly AuditEntry[],
  names?: ReadonlyMap<string, string>,
): Html {
  const { at, audit: words, none, utc } = text.admin
  if (entries.length === 0) return html`<p>${none}</p>`
  const heads = [
    words.when,
    words.event,
    ...(names ? [words.account] : []),
    words.by,
    ...(isAdministrator(viewer) ? [words.address] : []),
    words.details,
  ]
  const cellsOf = (entry: AuditEntry) => [
    time(Date.parse(entry.at), at(Date.parse(entry.at))),
    eventName(text, entry.event),
    ...(names ? [accountLink(site, entry.account, names)] : []),
    actorName(site, text, entry),
    ...(isAdministrator(viewer) ? [entry.address && html`<code>${entry.address}</code>`] : []),
    withProse(detailsOf(text, entry)),
  ]
  const days = [...Map.groupBy(entries, ({ at: when }) => Math.floor(Date.parse(when) / dayMs))]
  const groups = days.map(([day, ofDay]) => ({
    name: `${dayIn(language)(day * dayMs)} (UTC)`,
    rows: ofDay.map(cellsOf),
  }))
  return html`${groupedTable(label, heads, groups)}
<p class="hint" data-utc>${utc}</p>`
}

/** Renders the entries of one account as short lines, in the given order. */
export function auditLines(site: Site, { text }: SignedInPageContext, entries: readonly AuditEntry[]): Html {
  const { at, none } = text.admin
  if (entries.length === 0) return html`<p>${none}</p>`
  const line = (entry: AuditEntry) =>
    html`<li><b>${eventName(text, entry.event)}</b> <span>${time(Date.parse(entry.at), at(Date.parse(entry.at)), 'ago')} · ${actorName(site, text, entry)}</span> ${withProse(detailsOf(text, entry))}</li>\n`
  return html`<ul class="plain trail">
${entries.map(line)}</ul>`
}

const withProse = (details: Html | undefined): Html | undefined =>
  details && html`<span class="prose">${details}</span>`

const accountLink = (
  site: Site,
  id: string | null,
  names: ReadonlyMap<string, string>,
): Html | string | undefined => {
  if (id === null) return undefined
  const name = names.get(id)
  return name === undefined ? id : html`<a href="${site.href(accountPath({ id }))}">${name}</a>`
}
