// Requests at a rate, with their times and with the answers that nothing explains.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Answer {
  status: number
  text: string
}

export interface Asking {
  /** The address of the service. */
  readonly root: string
  /** An answer with another status than those allowed is a failure. */
  ask(method: string, path: string, init: RequestInit, allowed: readonly number[]): Promise<Answer>
  post(path: string, body: object, ...allowed: number[]): Promise<Answer>
  get(path: string, ...allowed: number[]): Promise<Answer>
  /** Resolves when the next request is due. */
  turn(): Promise<void>
  /** Returns the milliseconds of each answer since the last call. */
  takeTimes(): number[]
  fail(what: string): void
}

/** Returns a function that resolves when the next of `perSecond` requests is due; at once without a rate. */
export function paceOf(perSecond: number | undefined): () => Promise<void> {
  if (perSecond === undefined) return () => Promise.resolve()
  let due = performance.now()
  return async () => {
    // Turns that nobody took are lost, so no burst follows.
    due = Math.max(due + 1000 / perSecond, performance.now())
    await sleep(Math.max(0, due - performance.now()))
  }
}

/** `failures` counts what was not expected, in words. */
export function askingAt(root: string, turn: () => Promise<void>, failures: Map<string, number>): Asking {
  let times: number[] = []
  const fail = (what: string) => void failures.set(what, (failures.get(what) ?? 0) + 1)

  async function ask(method: string, path: string, init: RequestInit, allowed: readonly number[]) {
    await turn()
    const began = performance.now()
    const answer = await fetch(root + path, { method, ...init })
    const text = await answer.text()
    times.push(performance.now() - began)
    if (!allowed.includes(answer.status)) fail(`${method} ${patternOf(path)}: ${answer.status}`)
    return { status: answer.status, text }
  }

  return {
    root,
    ask,
    post: (path, body, ...allowed) =>
      ask(
        'POST',
        path,
        { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        allowed,
      ),
    get: (path, ...allowed) => ask('GET', path, {}, allowed),
    turn,
    takeTimes() {
      const taken = times
      times = []
      return taken
    },
    fail,
  }
}

/** The path without the ids, names and keys in it. */
const patternOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/(?<=^\/at\/)[\w-]+/, '…')
    .replaceAll(/[0-9a-f]{32,}|(?:Soak|Guest)_\d+/g, '…')
