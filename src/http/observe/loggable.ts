import { printable } from '../../lib/text/printable.ts'

const maxPathLength = 200
const maxAgentLength = 120

/** What paths are made of: plain words, short names, UUIDs. */
const plainSegment =
  /^(?:[a-z._-]{0,32}|[\w.~:!$&'()*+,;={}%-]{0,21}|[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** A key of a game server or the token of a link comes after one of these. */
const beforeSecrets: ReadonlySet<string> = new Set(['at', 'confirm', 'link', 'recover', 'undo'])

/**
 * A path that nobody serves, for the log: never the query, and of what might be a token or an e-mail in it no
 * more than that it was there.
 */
export function loggablePath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
  const parts = path.slice(0, maxPathLength).split('/')
  const shown = parts
    .map((part, index) => (beforeSecrets.has(parts[index - 1] ?? '') ? '…' : loggableSegment(part)))
    .join('/')
  return path.length > maxPathLength ? `${shown}…` : shown
}

const loggableSegment = (segment: string): string =>
  plainSegment.test(segment) && !/%40/.test(segment) ? segment : '…'

/** What nearly every program calls itself. */
const plain = /^[\x20-\x7e]*$/

/** What others call their program: bounded, and nothing in it steers a terminal. */
export function loggableAgent(agent: string | undefined): string | undefined {
  const bounded = agent?.slice(0, maxAgentLength)
  return bounded === undefined || plain.test(bounded) ? bounded : printable(bounded)
}

/** What a field is called, where that is a name of ours, or could be. */
export const loggableField = (field: string | undefined): string | undefined =>
  field === undefined || /^[\w.]{1,64}$/.test(field) ? field : '…'
