// A storm of launchers that sign in by right app passwords: nothing is hashed, nobody is refused, and game servers wait for
// hasJoined as long as during any other 200 writes a second.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { type FreshDatabase, kinds, migrated } from '../databases.ts'
import { startService } from '../service.ts'
import type { Launcher, Wave } from './launchers-at-once.ts'
import { post, send } from './storm.ts'

const launcherCount = 200
const seconds = 2
const rounds = 5
const pauseMs = 20

/**
 * Compared with as many refreshes, which write a row each, too. A sign-in inserts one, with its entry in the audit log: 1.4
 * times the CPU time was measured. A hash for each would be thirty times, and would keep both cores busy for seconds.
 */
const mostCpu = 3
const mostMs = 5

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

/** Returns the CPU time that the service has used, in milliseconds. */
function cpuOf({ pid }: Serving): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function hashesOf({ operators }: Serving): Promise<number> {
  const text = await (await fetch(`${operators}/metrics`)).text()
  return Number(/^norn_password_hash_wait_seconds_count (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

function stormOf(t: TestContext, launchers: readonly Launcher[]): ChildProcess {
  const line = [JSON.stringify(launchers), String(seconds)]
  const storm = fork(fileURLToPath(new URL('launchers-at-once.ts', import.meta.url)), line)
  t.after(() => storm.kill())
  return storm
}

/** Starts a server that does nothing but answer, in a process of its own, and returns its address. */
async function bareServer(t: TestContext): Promise<string> {
  const server = fork(fileURLToPath(new URL('../../bench/bare.ts', import.meta.url)))
  t.after(() => server.kill())
  const [port] = await once(server, 'message')
  const body = JSON.stringify({ said: 'x'.repeat(500), clientToken: 'launcher' })
  server.send([{ head: 'HTTP/1.1 200 OK\r\ncontent-type: application/json', body }])
  await once(server, 'message')
  return `http://127.0.0.1:${port}`
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
    const storm = stormOf(t, launchers)
    const bareUrl = await bareServer(t)
    const { baseUrl } = serving
    const waves: Record<string, Wave> = {
      'a bare server': { baseUrl: bareUrl, asks: 'authenticate' },
      validate: { baseUrl, asks: 'validate' },
      refresh: { baseUrl, asks: 'refresh' },
      'app passwords': { baseUrl, asks: 'authenticate' },
    }
    const during = async (wave: Wave | undefined): Promise<number> => {
      if (!wave) return median(await asked(serving, player, sleep((seconds * 1000) / 2)))
      const answered = once(storm, 'message')
      storm.send(wave)
      const times = await asked(serving, player, answered)
      const [{ ms, ...statuses }] = (await answered) as [Record<string, number>]
      t.diagnostic(`${wave.asks}: ${JSON.stringify(statuses)} in ${ms?.toFixed(0)} ms`)
      assert.deepEqual(statuses, { 200: 200 * seconds })
      return median(times)
    }
    // Game servers are known, and each launcher has a token.
    await during(undefined)
    await during(waves['app passwords'])
    const before = await hashesOf(serving)
    const medians: Record<string, number[]> = { nothing: [] }
    const cpu: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      medians['nothing']?.push(await during(undefined))
      for (const [name, wave] of Object.entries(waves)) {
        const used = cpuOf(serving)
        ;(medians[name] ??= []).push(await during(wave))
        cpu[name] = (cpu[name] ?? 0) + cpuOf(serving) - used
      }
    }
    assert.equal((await hashesOf(serving)) - before, 0)
    // Of one round each, since the machine has other things to do at other times.
    const ratioTo = (name: string): number =>
      median((medians['app passwords'] ?? []).map((ms, round) => ms / (medians[name]?.[round] ?? Number.NaN)))
    for (const [name, of] of Object.entries(medians)) {
      t.diagnostic(`with ${name}: hasJoined ${median(of).toFixed(2)} ms, CPU ${cpu[name] ?? '-'} ms`)
    }
    const ms = ratioTo('refresh')
    const cpuRatio = (cpu['app passwords'] ?? Number.NaN) / (cpu['refresh'] ?? Number.NaN)
    t.diagnostic(
      `sign-ins to refreshes: hasJoined takes ${ms.toFixed(2)} times as long, CPU time ${cpuRatio.toFixed(2)}`,
    )
    assert.ok(ms < mostMs && cpuRatio < mostCpu, `${ms} times as long, ${cpuRatio} times the CPU time`)
  })
}
