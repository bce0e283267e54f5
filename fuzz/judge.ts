import type { Answer } from './answers.ts'
import type { Expectations } from './document.ts'

/** Rules that a request must never break. */
export type Rule =
  | 'crash'
  | 'no answer'
  | 'broken answer'
  | 'server error'
  | 'slow'
  | 'event loop held'
  | 'memory'
  | 'error without error'
  | 'not in the document'
  | 'parser'

export interface Offence {
  rule: Rule
  /** Findings with the same rule and place are one. */
  where: string
  detail: string
}

/** The longest time for an answer, in milliseconds. */
export const maxAnswerMs = 1000

/** The longest CPU time for which a request may block the event loop, in milliseconds. */
export const maxHeldMs = 20

/** Returns what is wrong with an answer, or undefined. `isFramed`: the request's framing is valid. */
export function judge(
  request: Buffer,
  answer: Answer,
  expectations: Expectations,
  isFramed: boolean,
): Offence | undefined {
  const [method = '', target = ''] = request
    .toString('latin1', 0, Math.max(0, request.indexOf('\r\n')))
    .split(' ')
  const { known, fitting } = expectations.find(method, target)
  const where = isFramed
    ? `${method} ${fitting[0]?.template ?? known[0]?.template ?? 'unknown path'}`
    : 'framing'
  const { status, body } = answer
  const shown = `${status} ${body.toString('latin1', 0, 200)}`
  const offence = (rule: Rule, detail = shown): Offence => ({ rule, where, detail })

  // There are bytes between two answers that belong to neither.
  if (status === 0 && answer.headers.size > 0)
    return { rule: 'broken answer', where: 'pipeline', detail: shown }
  if (status === 0) return isFramed ? offence('no answer') : undefined
  if (status >= 500) return offence('server error')
  if (answer.ms > maxAnswerMs) return offence('slow', `${Math.round(answer.ms)} ms: ${shown}`)
  const isHead = method === 'HEAD'
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? ''
  if (status >= 400 && !isHead && !saysError(type, body)) return offence('error without error')
  if (!isFramed) return undefined
  if (known.every(({ responses }) => responses === undefined)) return undefined
  // The answer to a preflight is that of the Fetch Standard, and no operation.
  const isPreflight = method === 'OPTIONS' && answer.headers.has('access-control-allow-methods')
  if (fitting.length === 0) {
    return status === 405 || isPreflight ? undefined : offence('not in the document')
  }
  // These errors are about HTTP itself, before any operation.
  if (status === 408 || status === 431) return undefined
  if (isHead)
    return fitting.some(({ responses }) => !responses || responses[status])
      ? undefined
      : offence('not in the document')
  return expectations.allows(fitting, status, type, body) ? undefined : offence('not in the document')
}

/**
 * Checks that an error is in the right form: a line of text for old games, a page for people, otherwise an object.
 */
function saysError(type: string, body: Buffer): boolean {
  if (type === 'text/plain') return body.length > 0
  if (type === 'text/html') return body.includes('role="alert"') || body.includes('<h1')
  const isProblem = type === 'application/problem+json'
  if (type !== 'application/json' && !isProblem) return false
  try {
    const answered = JSON.parse(body.toString()) as { error?: unknown; code?: unknown }
    const error = isProblem ? answered.code : answered.error
    return typeof error === 'string' && error.length > 0
  } catch {
    return false
  }
}
