// What the audit log says in the reader's words: events, their details, and the actors.
import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import {
  type AuditDetails,
  type AuditEntry,
  type AuditEventName,
  auditEvents,
  isAuditEvent,
} from '../../../../model/records/audit.ts'
import type { Site } from '../../../context/site.ts'
import type { Text } from '../../../context/text.ts'
import { time } from '../../../layout/time.ts'
import { accountPath } from '../accounts/accounts.ts'

/** Returns an event in words, or the code of one that this version does not know. */
export function eventWords({ admin }: Text, event: string): string {
  const events: Readonly<Record<AuditEventName, string>> = admin.audit.events
  return isAuditEvent(event) ? events[event] : event
}

/** Renders an event in words. Its title is the code, which commands, the API and webhooks know it by. */
export const eventName = (text: Text, event: string): Html =>
  html`<data value="${event}" title="${event}">${eventWords(text, event)}</data>`

export const eventNames = Object.keys(auditEvents()) as AuditEventName[]

/** Renders who did it: a link to the player's account, or a name and what it is the name of. */
export function actorName(site: Site, { admin }: Text, { actor }: AuditEntry): HtmlValue {
  const kind = new Map(Object.entries(admin.audit.actors)).get(actor.kind) ?? actor.kind
  const { id, name } = actor
  if (name === undefined) return kind
  const isPlayer = actor.kind === 'account' && id !== undefined
  return isPlayer
    ? html`<a href="${site.href(accountPath({ id }))}">${name}</a>`
    : html`<span><bdi>${name}</bdi> (${kind})</span>`
}

/** Renders what an entry says about its event apart from the fields in `said`, or undefined if that is nothing. */
export function detailsOf(
  text: Text,
  { event, details }: AuditEntry,
  said: readonly string[] = [],
): Html | undefined {
  const told = Object.entries(details).filter(([field, value]) => isTold(value) && !said.includes(field))
  if (told.length === 0) return undefined
  return html`${told.map(([field, value], at) => {
    const name = fieldWords(text, field)
    return html`${at > 0 && ' · '}${value === true ? name : html`${name}: ${valueOf(text, event, field, value)}`}`
  })}`
}

/** Renders what an entry says in one field, or undefined if that is nothing. */
export function detailValue(text: Text, { event, details }: AuditEntry, field: string): HtmlValue {
  const value = Object.hasOwn(details, field) ? details[field] : undefined
  return isTold(value) ? valueOf(text, event, field, value) : undefined
}

const isTold = (value: unknown): boolean => value !== undefined && value !== null && value !== false

type FieldsOf<Details> = string extends keyof Details ? never : keyof Details
type DetailName = { [Name in AuditEventName]: FieldsOf<AuditDetails[Name]> }[AuditEventName]

function fieldWords({ admin }: Text, field: string): string {
  const fields: Readonly<Record<DetailName, string>> = admin.audit.fields
  return Object.hasOwn(fields, field) ? fields[field as DetailName] : field
}

const instantFields = ['at', 'until']
const digest = /^[\da-f]{64}$/

function valueOf(text: Text, event: string, field: string, value: unknown): HtmlValue {
  const words = new Map(Object.entries(valueWords(text, event, field)))
  if (Array.isArray(value))
    return value
      .map(String)
      .map((each) => words.get(each) ?? each)
      .join(', ')
  if (typeof value === 'number') return text.admin.overview.number(value)
  const written = String(value)
  const instant = instantFields.includes(field) ? Date.parse(written) : Number.NaN
  if (!Number.isNaN(instant)) return time(instant, text.admin.at(instant))
  if (digest.test(written)) return html`<code title="${written}">${written.slice(0, 12)}…</code>`
  return html`<bdi>${words.get(written) ?? written}</bdi>`
}

function valueWords(text: Text, event: string, field: string): Readonly<Record<string, string>> {
  const { accounts, keys } = text.admin
  if (event === 'setting.changed')
    return field === 'to' ? text.community.choices.registration : text.community.labels
  if (event === 'server.changed') {
    const { address, groups, paused, title } = text.servers
    return { address, groups, paused, title }
  }
  if (event === 'mail.tested') return text.admin.mail.results
  if (field === 'texture') return { skin: text.skin.skin.heading, cape: text.skin.cape.heading }
  if (field === 'role') return accounts.roles
  if (field === 'for') return text.links.admin.purposes
  return field === 'use' ? keys.uses : {}
}
