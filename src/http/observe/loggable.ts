import { printable } from '../../lib/text/printable.ts'
import { withoutKey } from '../paths/without-key.ts'

const maxPathLength = 200
const maxAgentLength = 120

/** A segment that occurs in paths: a plain word, a short name or a UUID. A secret of letters alone has both cases. */
const plainSegment =
  /^(?:[a-z._-]{0,32}|[\w.~:!$&'()*+,;={}%-]{0,21}|[\dA-Fa-f]{32}|[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12})$/

/** A key of a game server or the token of a link comes after one of these. */
const beforeSecrets: ReadonlySet<string> = new Set(['at', 'confirm', 'link', 'recover', 'undo'])

/** Returns an unknown path as the log may show it: without query, tokens and email addresses. */
export function loggablePath(url: string): string {
  const path = withoutKey(url.replace(/[?#].*$/s, '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, ''))
  const parts = path.slice(0, maxPathLength).split('/')
  const shown = parts
    .map((part, index) => (beforeSecrets.has(parts[index - 1] ?? '') ? '…' : loggableSegment(part)))
    .join('/')
  return path.length > maxPathLength ? `${shown}…` : shown
}

const loggableSegment = (segment: string): string =>
  plainSegment.test(segment) && !/%40/.test(segment) ? segment : '…'

/** The characters that nearly every User-Agent consists of. */
const plain = /^[\x20-\x7e]*$/

/** Returns a User-Agent as the log may show it: shortened, and without characters that control a terminal. */
export function loggableAgent(agent: string | undefined): string | undefined {
  const bounded = agent?.slice(0, maxAgentLength)
  return bounded === undefined || plain.test(bounded) ? bounded : printable(bounded)
}

/** Returns the name of a field as the log may show it, if it is a name of ours or looks like one. */
export const loggableField = (field: string | undefined): string | undefined =>
  field === undefined || /^[\w.]{1,64}$/.test(field) ? field : '…'

/** Returns a client_id as the log may show it. An unknown one can be anything, so it must look like one of ours. */
export const loggableClient = (clientId: string | undefined): string | undefined =>
  clientId === undefined || /^(?:[\da-f]{32}|[a-z]{1,32})$/.test(clientId) ? clientId : '…'

/** Returns a URI as the log may show it: bounded, without query, fragment, user name, password and email address. */
export function loggableUri(uri: string | undefined): string | undefined {
  if (uri === undefined) return undefined
  const [bare = ''] = uri.slice(0, maxPathLength + 1).split(/[?#]/, 1)
  const shown = printable(bare.slice(0, maxPathLength).replace(/[^/]*(?:@|%40)/gi, '…@'))
  return shown.length < uri.length ? `${shown}…` : shown
}
