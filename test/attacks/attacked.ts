// The program on a database of its own, with players, and a probe of its event loop.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { install, type Serving } from '../cli/norn.ts'
import { databases, migrated } from '../databases.ts'
import { makePlayers } from '../faults/players.ts'

interface Probed {
  heldMs: number
  spentMs: number
  rss: number
}

export interface Attacked extends AsyncDisposable {
  serving: Serving
  /** The database itself, opened next to the program; the caller closes it. */
  open(): Promise<Database>
  /** A signed-in player. */
  player: { id: string; username: string; password: string; accessToken: string }
  /** More players, who are also signed in. */
  others: readonly Attacked['player'][]
  /** Creates a token for the admin API. */
  apiToken(): Promise<string>
  /** Returns the CPU time of the event loop's thread since the last call: its longest turn, and the sum. */
  probe(): Promise<Probed>
}

const preload = fileURLToPath(new URL('./event-loop-probe.ts', import.meta.url))

export async function attack(
  kind: keyof typeof databases,
  settings: Record<string, string> = {},
): Promise<Attacked> {
  const database = await migrated[kind]()
  const norn = await install()
  const players = await makePlayers(database.url, 2)
  const variables = { NORN_DATABASE_URL: database.url, NORN_GUESS_ADDRESS: '1000000', ...settings }
  const serving = await norn.serve(variables, { node: ['--import', preload] })
  const [player, ...others] = await Promise.all(
    players.map(async ({ id, username, password }) => {
      const signedIn = await fetch(`${serving.baseUrl}/auth/authenticate`, {
        method: 'POST',
        body: JSON.stringify({ username, password, clientToken: 'x' }),
      })
      const { accessToken } = (await signedIn.json()) as { accessToken: string }
      return { id, username, password, accessToken }
    }),
  )
  if (!player) throw new Error('there is no player')
  return {
    serving,
    open: () => openDatabase(database.url),
    player,
    others,
    apiToken: async () => {
      const line = ['api-token', 'create', '--name', 'attacker', '--json']
      const { stdout } = await norn.run(line, { variables })
      return (JSON.parse(stdout) as { token: string }).token
    },
    probe: async () => {
      const port = Number(/^probe at (\d+)\n/m.exec(serving.output())?.[1])
      return JSON.parse(await text(connect(port, '127.0.0.1'))) as Probed
    },
    [Symbol.asyncDispose]: async () => {
      serving.kill('SIGTERM')
      await serving.ended
      await database.drop()
      await norn.remove()
    },
  }
}

/** Runs an attack on SQLite and on PostgreSQL. */
export function attackBoth(
  title: string,
  run: (attacked: Attacked, t: TestContext) => Promise<void>,
  settings: Record<string, string> = {},
): void {
  for (const kind of Object.keys(databases) as (keyof typeof databases)[]) {
    test(`${title} (${kind})`, async (t) => {
      await using attacked = await attack(kind, settings)
      await run(attacked, t)
    })
  }
}

/**
 * Sends the request and asserts that the event loop was blocked for less than 20 ms, or than such a request may
 * take.
 */
export async function assertEventLoopFree(
  t: TestContext,
  { serving, probe }: Attacked,
  about: string,
  path: string,
  init: RequestInit,
  limitMs = 20,
): Promise<void> {
  // Work that is compiled, loaded or collected once does not matter here: the minimum of twenty measurements
  // counts.
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 20 && least >= limitMs; turn++) {
    await probe()
    const { status } = await fetch(serving.baseUrl + path, init).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      // The answer may come before the body has been read.
      () => ({ status: 0 }),
    )
    assert.ok(status < 500, `${about}: ${status}`)
    least = Math.min(least, (await probe()).heldMs)
  }
  if (least > limitMs / 2) t.diagnostic(`${about}: ${least.toFixed(1)} ms`)
  assert.ok(least < limitMs, `${about} blocks the event loop for ${least.toFixed(1)} ms`)
}
