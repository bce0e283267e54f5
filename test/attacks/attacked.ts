// The program on a database of its own, with players, and a look at its event loop.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { install, type Serving } from '../cli/norn.ts'
import { databases } from '../databases.ts'
import { makePlayers } from '../faults/players.ts'

interface Probed {
  heldMs: number
  spentMs: number
  rss: number
}

export interface Attacked extends AsyncDisposable {
  serving: Serving
  /** A signed-in player. */
  player: { id: string; username: string; password: string; accessToken: string }
  /** Since the last call, by the CPU time of the event loop's thread: its longest turn, and all of them. */
  probe(): Promise<Probed>
}

const preload = fileURLToPath(new URL('./event-loop-probe.ts', import.meta.url))

export async function attack(
  kind: keyof typeof databases,
  settings: Record<string, string> = {},
): Promise<Attacked> {
  const database = await databases[kind]()
  const norn = await install()
  const [player] = await makePlayers(database.url, 1)
  if (!player) throw new Error('there is no player')
  const variables = { NORN_DATABASE_URL: database.url, NORN_GUESS_ADDRESS: '1000000', ...settings }
  const serving = await norn.serve(variables, { node: ['--import', preload] })
  const signedIn = await fetch(`${serving.baseUrl}/auth/authenticate`, {
    method: 'POST',
    body: JSON.stringify({ username: player.username, password: player.password, clientToken: 'x' }),
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  return {
    serving,
    player: { ...player, accessToken },
    probe: async () => {
      const port = Number(/^probe at (\d+)$/m.exec(serving.said())?.[1])
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

const limitMs = 20

/** Sends it, and holds that the event loop was held for less than 20 ms. */
export async function hold(
  t: TestContext,
  { serving, probe }: Attacked,
  about: string,
  path: string,
  init: RequestInit,
): Promise<void> {
  // What is compiled, loaded or collected once is not what is looked for: the least of five counts.
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5 && least >= limitMs; turn++) {
    await probe()
    const { status } = await fetch(serving.baseUrl + path, init).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      // The answer may come before the body is taken.
      () => ({ status: 0 }),
    )
    assert.ok(status < 500, `${about}: ${status}`)
    least = Math.min(least, (await probe()).heldMs)
  }
  if (least > limitMs / 2) t.diagnostic(`${about}: ${least.toFixed(1)} ms`)
  assert.ok(least < limitMs, `${about} holds the event loop for ${least.toFixed(1)} ms`)
}
