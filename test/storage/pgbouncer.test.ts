// PgBouncer in transaction mode, if the machine has it (Debian: apt-get install pgbouncer).
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { databases } from '../databases.ts'
import { freePort } from '../free-port.ts'
import { type RunningService, startService } from '../service.ts'

const program = (() => {
  for (const path of ['pgbouncer', '/usr/sbin/pgbouncer']) {
    try {
      return { path, version: execFileSync(path, ['--version'], { encoding: 'utf8' }).split('\n')[0] }
    } catch {
      // Not on this machine.
    }
  }
  return undefined
})()
const skip = program ? false : 'SKIPPED: there is no pgbouncer on this machine'

async function startPgBouncer(t: TestContext, databaseUrl: string, settings: string): Promise<string> {
  assert.ok(program)
  t.diagnostic(String(program.version))
  const url = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), 'norn-pgbouncer-'))
  const file = join(directory, 'pgbouncer.ini')
  const port = await freePort()
  const configuration = `
[databases]
* = host=${url.hostname} port=${url.port} user=${url.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 4
unix_socket_dir =
${settings}
`
  await writeFile(file, configuration)
  // Like PostgreSQL it refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (user.uid) for (const path of [directory, file]) await chown(path, user.uid, user.gid)
  const server = spawn(program.path, [file], { ...user, cwd: directory, stdio: 'ignore' })
  const ended = once(server, 'exit')
  t.after(async () => {
    server.kill('SIGKILL')
    await ended
    await rm(directory, { recursive: true })
  })
  url.port = String(port)
  for (;;) {
    assert.equal(server.exitCode, null, 'pgbouncer has ended')
    const client = new Client({ connectionString: url.href })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    if (isUp) await client.end()
    if (isUp) return url.href
    await sleep(20)
  }
}

async function play(services: readonly RunningService[], player: number): Promise<void> {
  const [first, second] = services.toSorted(() => (player % 2 === 0 ? 1 : -1))
  assert.ok(first && second)
  const account = await first.account({
    username: `Bounced_${player}`,
    email: `bounced${player}@example.test`,
  })
  const accessToken = await first.signIn(account)
  for (let round = 0; round < 5; round++) {
    const body = { accessToken, selectedProfile: account.id, serverId: `server ${round}` }
    assert.equal((await first.post('/session/join', body)).status, 200)
    const path = `/session/hasJoined?username=${account.username}&serverId=server%20${round}`
    assert.equal((await second.get(path)).status, 200)
    assert.equal((await first.get(path)).status, 401)
    assert.equal((await second.post('/auth/validate', { accessToken })).status, 200)
    assert.equal((await second.post('/api/profiles/game', [account.username])).json[0].id, account.id)
  }
  const { username, password } = account
  assert.equal((await second.post('/auth/signout', { username, password })).status, 200)
  assert.equal((await first.post('/auth/validate', { accessToken })).status, 401)
}

const kinds = {
  'with its default configuration': '',
  'that ignores the settings of a session':
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
}

for (const [kind, settings] of Object.entries(kinds)) {
  test(`works through PgBouncer in transaction mode ${kind}, without settings in Norn`, {
    skip,
  }, async (t) => {
    const database = await databases.postgres()
    t.after(() => database.drop())
    const url = await startPgBouncer(t, database.url, settings)
    const services = await Promise.all([startService(url), startService(url)])
    t.after(() => Promise.all(services.map((service) => service.close())))
    // More transactions than server connections at once, each on a different connection every time.
    await Promise.all(Array.from({ length: 30 }, (_, player) => play(services, player)))
  })
}
