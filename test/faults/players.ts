// Players who sign in and join servers all the time, and remember the answers.

import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openContext } from '../../src/compose.ts'
import { loadConfig } from '../../src/config/load.ts'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { operator } from '../service.ts'

export interface Outcome {
  what: 'authenticate' | 'join' | 'hasJoined'
  /** 0: no answer. */
  status: number
  retryAfter: string | null
  body: string
  /** From `performance.now()`. */
  from: number
  to: number
}

export interface Players {
  /** All answers so far. */
  readonly outcomes: readonly Outcome[]
  /** Waits for this many further successes. Throws after 30 s. */
  successes(count: number): Promise<void>
  /** Waits for the requests in flight. */
  leave(): Promise<void>
  /** Returns what was answered with success and is missing: tokens, and pending joins. */
  lost(): Promise<string[]>
}

interface Player {
  id: string
  username: string
  password: string
}

/**
 * No promised time is this long. If a worker is killed while it receives a connection, the first process never
 * closes that connection: Node.js forgets it, and its client waits until it gives up.
 */
const patienceMs = 60_000

/** Creates accounts in the database of a running service. */
export async function makePlayers(databaseUrl: string, count: number): Promise<Player[]> {
  const environment = { NORN_DATABASE_URL: databaseUrl, NORN_PASSWORD_MEMORY: '1024' }
  await using context = await openContext(loadConfig(environment, tmpdir()).config)
  const making = Array.from({ length: count }, async (_, number) => {
    const player = { username: `Player${number}`, password: `password ${number}` }
    const account = { ...player, email: `player${number}@example.test`, language: 'en' }
    return { ...player, id: (await createAccount(context, operator, account)).id }
  })
  return await Promise.all(making)
}

export function sendIn(t: TestContext, baseUrl: string, players: readonly Player[]): Players {
  const outcomes: Outcome[] = []
  const tokens: string[] = []
  const waiting: string[] = []
  const until = new AbortController()

  async function ask(what: Outcome['what'], path: string, body?: object): Promise<Outcome> {
    const from = performance.now()
    const init: RequestInit | undefined = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const answer = await fetch(`${baseUrl}${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) })
      .then(async (response) => ({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body: await response.text(),
      }))
      .catch((error: unknown) => ({ status: 0, retryAfter: null, body: String(error) }))
    const outcome = { what, ...answer, from, to: performance.now() }
    outcomes.push(outcome)
    // A player who is refused does not return in the same instant.
    if (outcome.status !== 200) await sleep(20)
    return outcome
  }

  async function play({ id, username, password }: Player): Promise<void> {
    while (!until.signal.aborted) {
      const signedIn = await ask('authenticate', '/auth/authenticate', {
        username,
        password,
        clientToken: username,
      })
      if (signedIn.status !== 200) continue
      const { accessToken } = JSON.parse(signedIn.body)
      tokens.push(accessToken)
      for (let round = 0; round < 20 && !until.signal.aborted; round++) {
        const serverId = randomUUID()
        const joined = await ask('join', '/session/join', { accessToken, selectedProfile: id, serverId })
        if (joined.status !== 200) continue
        const path = `/session/hasJoined?username=${username}&serverId=${serverId}`
        if (round % 3 === 0) waiting.push(path)
        else await ask('hasJoined', path)
      }
    }
  }

  const playing = players.map(play)
  t.after(() => until.abort())
  return {
    outcomes,
    async successes(count) {
      const before = outcomes.length
      const giveUpAt = performance.now() + 120_000
      while (outcomes.slice(before).filter(({ status }) => status === 200).length < count) {
        if (performance.now() > giveUpAt) throw new Error(`only ${JSON.stringify(outcomes.slice(-5))}`)
        await sleep(20)
      }
    },
    async leave() {
      until.abort()
      await Promise.all(playing)
    },
    async lost() {
      const lost: string[] = []
      for (const path of waiting) {
        const { status } = await fetch(`${baseUrl}${path}`)
        if (status !== 200) lost.push(path)
      }
      // An account has at most 64 tokens.
      for (const accessToken of tokens.slice(-30)) {
        const body = JSON.stringify({ accessToken })
        const { status } = await fetch(`${baseUrl}/auth/validate`, { method: 'POST', body })
        if (status !== 200) lost.push(accessToken)
      }
      return lost
    },
  }
}
