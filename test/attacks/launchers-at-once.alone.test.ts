// A storm of launchers that sign in by right app passwords: nothing is hashed, nobody is refused, and game servers hardly
// wait for hasJoined.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { type FreshDatabase, kinds, migrated } from '../databases.ts'
import { startService } from '../service.ts'
import type { Launcher } from './launchers-at-once.ts'
import { post, send } from './storm.ts'

const launcherCount = 200
const seconds = 2
const rounds = 3
const pauseMs = 20

/**
 * On SQLite sign-ins, joins and their questions share one writer, and the process of the storm takes cores too. Hashes
 * would keep both cores busy for seconds.
 */
const mostRatio = 5

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface Player {
  id: string
  username: string
  accessToken: string
}

/** Accounts with an app password each, and a player. Their hashes are cheap, since nobody waits for them. */
async function accountsIn(
  { url }: FreshDatabase,
  norn: Installation,
): Promise<{ launchers: Launcher[]; player: Player }> {
  const service = await startService(url, { NORN_DATA_DIR: `${norn.directory}/data` }, { runs: true })
  const launchers: Launcher[] = []
  for (let count = 0; count < launcherCount; count++) {
    const account = await service.account()
    const by = accountActor(await service.stored(account), '192.0.2.1')
    launchers.push({
      username: account.username,
      password: await createAppPassword(service.context, by, account, 'HMCL'),
    })
  }
  const account = await service.account()
  const accessToken = await service.signIn(account)
  await service.close()
  return { launchers, player: { ...account, accessToken } }
}

/** Resolves with the milliseconds that each hasJoined took until `until` resolves, and for at least a second. */
async function asked({ baseUrl }: Serving, player: Player, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void until.then(() => (isOver = true))
  for (let count = 0; count < 40 || !isOver; count++) {
    const serverId = `server-${performance.now()}`
    const { accessToken, id: selectedProfile, username } = player
    const joined = await post(baseUrl, '/session/join', '192.0.2.7', {
      accessToken,
      selectedProfile,
      serverId,
    })
    assert.ok(joined.status === 200 || joined.status === 204, joined.text)
    const path = `/session/hasJoined?username=${username}&serverId=${serverId}`
    const answer = await send(baseUrl, { method: 'GET', path, from: '192.0.2.8' })
    assert.equal(answer.status, 200, answer.text)
    times.push(answer.ms)
    await sleep(pauseMs)
  }
  return times
}

async function hashesOf({ operators }: Serving): Promise<number> {
  const text = await (await fetch(`${operators}/metrics`)).text()
  return Number(/^norn_password_hash_wait_seconds_count (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

function stormOf(t: TestContext, { baseUrl }: Serving, launchers: readonly Launcher[]): ChildProcess {
  const line = [baseUrl, JSON.stringify(launchers), String(seconds)]
  const storm = fork(fileURLToPath(new URL('launchers-at-once.ts', import.meta.url)), line)
  t.after(() => storm.kill())
  return storm
}

for (const kind of kinds()) {
  test(`200 launchers a second with app passwords hash nothing and delay no game server (${kind})`, async (t) => {
    const database = await migrated[kind]()
    t.after(() => database.drop())
    const norn = await install({ isEmpty: true })
    t.after(() => norn.remove())
    const { launchers, player } = await accountsIn(database, norn)
    const serving = await norn.serve({
      NORN_DATABASE_URL: database.url,
      NORN_TRUST_PROXY: '127.0.0.1',
      NORN_LOG_LEVEL: 'warn',
      // Hashing costs what it costs by default.
      NORN_PASSWORD_MEMORY: '19456',
      NORN_PASSWORD_ITERATIONS: '2',
    })
    t.after(async () => {
      serving.kill('SIGTERM')
      await serving.ended
    })
    const storm = stormOf(t, serving, launchers)
    await asked(serving, player, Promise.resolve())
    const before = await hashesOf(serving)
    const [alone, during]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await asked(serving, player, sleep((seconds * 1000) / 2))))
      const answered = once(storm, 'message')
      storm.send('go')
      during.push(...(await asked(serving, player, answered)))
      const [{ ms, ...statuses }] = (await answered) as [Record<string, number>]
      t.diagnostic(`${JSON.stringify(statuses)} in ${ms?.toFixed(0)} ms`)
      assert.deepEqual(statuses, { 200: 200 * seconds })
    }
    assert.equal((await hashesOf(serving)) - before, 0)
    const ratio = median(during) / median(alone)
    t.diagnostic(
      `hasJoined ${median(alone).toFixed(2)} ms, in the storm ${median(during).toFixed(2)} ms: ${ratio.toFixed(2)}`,
    )
    assert.ok(ratio < mostRatio, `${ratio} times as long`)
  })
}
