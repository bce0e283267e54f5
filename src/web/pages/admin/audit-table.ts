import { type Html, html } from '../../../lib/text/html.ts'
import type { AuditEntry } from '../../../model/records/audit.ts'
import type { SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Text } from '../../context/text.ts'
import { time } from '../../layout/time.ts'
import { accountPath } from './accounts/accounts.ts'
import { table } from './frame.ts'

/** Renders audit entries in the given order. `names` has the usernames of their accounts, as far as they exist. */
export function auditTable(
  site: Site,
  { text }: SignedInPageContext,
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
    words.address,
    words.details,
  ]
  const rows = entries.map((entry) => [
    time(Date.parse(entry.at), at(Date.parse(entry.at))),
    html`<code>${entry.event}</code>`,
    ...(names ? [accountLink(site, entry.account, names)] : []),
    actor(words, entry),
    entry.address,
    details(entry) === '' ? undefined : html`<span class="prose">${details(entry)}</span>`,
  ])
  return html`${table(label, heads, rows)}
<p class="hint" data-utc>${utc}</p>`
}

/** Renders the entries of one account as short lines, in the given order. */
export function auditLines({ text }: SignedInPageContext, entries: readonly AuditEntry[]): Html {
  const { at, audit: words, none } = text.admin
  if (entries.length === 0) return html`<p>${none}</p>`
  return html`<ul class="plain trail">
${entries.map((entry) => html`<li><code>${entry.event}</code> <span>${time(Date.parse(entry.at), at(Date.parse(entry.at)), 'ago')} · ${actor(words, entry)}</span> <span class="prose">${details(entry)}</span></li>\n`)}</ul>`
}

const accountLink = (
  site: Site,
  id: string | null,
  names: ReadonlyMap<string, string>,
): Html | string | undefined => {
  if (id === null) return undefined
  const name = names.get(id)
  return name === undefined ? id : html`<a href="${site.href(accountPath({ id }))}">${name}</a>`
}

function actor(words: Text['admin']['audit'], { actor: { kind, name } }: AuditEntry): string {
  const known: Readonly<Record<string, string>> = words.actors
  const shown = known[kind] ?? kind
  return name === undefined ? shown : `${name} (${shown})`
}

const details = (entry: AuditEntry): string =>
  Object.entries(entry.details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')
