// Requests to a service that may be killed at any moment.
import { setTimeout as sleep } from 'node:timers/promises'

/** The connection broke, or the service said that its database does not answer: whether the change took place is unknown. */
export class Unanswered extends Error {}

export interface Answer {
  status: number
  text: string
  /** For the next request. */
  cookies: string
}

export interface Asking {
  ask(method: string, path: string, init?: RequestInit): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  /** Asks the API for administration. */
  api(method: string, path: string, body?: object): Promise<Answer>
  /** Answers that nothing explains, with their counts. */
  readonly failures: Map<string, number>
  fail(what: string): void
  /** The number of changes that were answered with success. */
  readonly count: { answered: number }
}

/** Repeats what can be repeated until it is answered: a busy machine may be too slow for a statement. */
export async function patiently<Value>(step: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries++) {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof Unanswered) || tries > 100) throw error
    }
    await sleep(200)
  }
}

export function askingAt(port: () => number, token: string): Asking {
  const failures = new Map<string, number>()
  const count = { answered: 0 }

  async function ask(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    let answer: Answer
    try {
      const response = await fetch(`http://127.0.0.1:${port()}${path}`, {
        method,
        redirect: 'manual',
        // Longer than anything takes that is answered at all.
        signal: AbortSignal.timeout(30_000),
        ...init,
      })
      const cookies = response.headers
        .getSetCookie()
        .map((set) => set.replace(/;.*/, ''))
        .join('; ')
      answer = { status: response.status, text: await response.text(), cookies }
    } catch (cause) {
      throw new Unanswered('no answer', { cause })
    }
    if (answer.status === 503) throw new Unanswered('the database does not answer')
    if (answer.status >= 500) fail(`${method} ${path.replaceAll(/[0-9a-f]{32}/g, '…')}: ${answer.status}`)
    if (method !== 'GET' && answer.status < 400) count.answered++
    return answer
  }

  function fail(what: string): void {
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }

  const json = (body: object | undefined): RequestInit =>
    body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}

  return {
    failures,
    count,
    fail,
    ask,
    post: (path, body) => ask('POST', path, json(body)),
    api: (method, path, body) => {
      const init = json(body)
      return ask(method, `/api/v1${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
      })
    },
  }
}
