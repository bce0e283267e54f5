import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import { type AuditEntry, type AuditEventName, isAuditEvent } from '../../../../model/records/audit.ts'
import type { Site } from '../../../context/site.ts'
import type { Text } from '../../../context/text.ts'
import { portrait } from '../../../layout/portrait.ts'
import { accountPath } from '../accounts/accounts.ts'
import { actorName, detailValue, eventName } from './audit-words.ts'

/** The current usernames of players by their UUIDs, as far as they exist. */
export type KnownNames = ReadonlyMap<string, string>

/**
 * Renders an entry as one sentence, in which players that exist have their faces. Somebody who did it to the own account
 * is named once. An event that this version does not know is its code and the actor.
 */
export function auditSentence(site: Site, text: Text, entry: AuditEntry, names: KnownNames): Html {
  const { event, account, actor } = entry
  if (!isAuditEvent(event)) return html`${eventName(text, event)}: ${actorOf(site, text, entry, names)}`
  const isOwn = actor.kind === 'account' && actor.id === account
  const valueOf = (name: string): HtmlValue => {
    if (name === 'who') return actorOf(site, text, entry, names)
    if (name !== 'whom') return detailValue(text, entry, name)
    return account === null || isOwn ? undefined : player(site, account, names)
  }
  return html`${partsOf(sentenceOf(text, event)).map(({ words, isOptional }) => filledPart(words, isOptional, valueOf))}`
}

/** Returns the names of the details that the sentence of an event has. */
export const fieldsSaid = (text: Text, event: string): readonly string[] =>
  isAuditEvent(event)
    ? partsOf(sentenceOf(text, event)).flatMap(({ words }) => words.filter((_, at) => at % 2 === 1))
    : []

function sentenceOf({ admin }: Text, event: AuditEventName): string {
  const sentences: Readonly<Record<AuditEventName, string>> = admin.audit.sentences
  return sentences[event]
}

interface Part {
  /** Every second piece is the name of a value. */
  words: readonly string[]
  /** Left out if one of its values is missing. */
  isOptional: boolean
}

const known = new Map<string, readonly Part[]>()

/** Returns the parts of a sentence: those in brackets are optional. */
function partsOf(sentence: string): readonly Part[] {
  const parts =
    known.get(sentence) ??
    sentence
      .split(/\[([^\]]*)\]/)
      .map((part, at) => ({ words: part.split(/\{(\w+)\}/), isOptional: at % 2 === 1 }))
  known.set(sentence, parts)
  return parts
}

function filledPart(
  words: readonly string[],
  isOptional: boolean,
  valueOf: (name: string) => HtmlValue,
): HtmlValue {
  const filled = words.map((piece, at) => (at % 2 === 0 ? piece : valueOf(piece)))
  return isOptional && filled.includes(undefined) ? undefined : filled
}

function actorOf(site: Site, text: Text, entry: AuditEntry, names: KnownNames): HtmlValue {
  const { kind, id, name } = entry.actor
  if (kind === 'account' && id !== undefined && name !== undefined && names.has(id))
    return player(site, id, names, name)
  const written = actorName(site, text, entry)
  return typeof written === 'string'
    ? `${written.slice(0, 1).toLocaleUpperCase()}${written.slice(1)}`
    : written
}

function player(site: Site, id: string, names: KnownNames, then = names.get(id)): Html {
  if (then === undefined) return html`<code>${id}</code>`
  return html`<a class="faced" href="${site.href(accountPath({ id }))}">${portrait(site, { id }, 'face', 20)}${then}</a>`
}
