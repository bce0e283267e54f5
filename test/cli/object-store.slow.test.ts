// Textures in an object store, with the program: moving while the service runs, and being killed meanwhile.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { openContext } from '../../src/compose.ts'
import { loadConfig } from '../../src/config/load.ts'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { sweepUnworn } from '../../src/jobs/sweep.ts'
import { dayMs, minuteMs } from '../../src/lib/measure/units.ts'
import { postJson } from '../attacks/installed.ts'
import { makePng, noise } from '../png.ts'
import { operator } from '../service.ts'
import { type Moto, startMoto } from '../stores/moto.ts'
import { until } from '../until.ts'
import { type Installation, install, type Serving } from './norn.ts'

const players = 40

let moto: Moto | string
let norn: Installation
let hashes: string[] = []

before(async () => {
  moto = await startMoto()
  norn = await install()
  await using context = await openContext(configOf(), { log: pino({ level: 'silent' }) })
  for (let seed = 0; seed < players; seed++) {
    const account = {
      username: `Player${seed}`,
      email: `p${seed}@example.org`,
      password: 'x',
      language: 'en',
    }
    const { id } = await createAccount(context, operator, account)
    await setTexture(context, operator, id, 'skin', makePng(64, 64, noise(seed + 1)))
  }
  const rows = await context.db.query.selectFrom('texture').select('hash').orderBy('hash').execute()
  hashes = rows.map(({ hash }) => hash)
})
after(async () => {
  if (typeof moto === 'object') await moto.stop()
  await norn.remove()
})

const sha256 = (data: ArrayBuffer) => createHash('sha256').update(Buffer.from(data)).digest('hex')

async function allServed({ baseUrl }: Serving): Promise<void> {
  for (const hash of hashes) {
    const answer = await fetch(`${baseUrl}/textures/${hash}`)
    assert.equal(sha256(await answer.arrayBuffer()), hash, String(answer.status))
  }
}

/** The settings of an installation, for what runs in this process. */
const configOf = (settings: Record<string, string> = {}) =>
  loadConfig({ NORN_DATA_DIR: `${norn.directory}/data`, NORN_PASSWORD_MEMORY: '1024', ...settings }, '/')
    .config

/** An upload is in the store, and is gone once it is hidden, or nobody has worn it for a day. */
async function holdsWhatIsThere({ baseUrl }: Serving, store: Moto): Promise<void> {
  const [username, password] = ['Uploader', 'x']
  const create = ['account', 'create', '--username', username, '--email', 'u@example.org']
  const { id } = await norn.json(...create, '--password', password)
  const signedIn = await postJson(`${baseUrl}/auth/authenticate`, { username, password, clientToken: 'x' })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const upload = async (seed: number) => {
    const body = new FormData()
    const png = new Uint8Array(makePng(64, 64, noise(seed)))
    body.append('file', new Blob([png], { type: 'image/png' }), 'skin.png')
    const headers = { authorization: `Bearer ${accessToken}` }
    const path = `/authlib-injector/api/user/profile/${id}/skin`
    assert.equal((await fetch(`${baseUrl}${path}`, { method: 'PUT', headers, body })).status, 204)
    const listed = await norn.json<{ hash: string; worn: number }[]>('texture', 'list', '--account', username)
    return listed.find(({ worn }) => worn > 0)?.hash ?? ''
  }
  const seen = async (hash: string) => {
    const answer = await fetch(`${baseUrl}/textures/${hash}`)
    const isSame = sha256(await answer.arrayBuffer()) === hash
    return [answer.status, isSame, (await store.names()).includes(`norn/${hash}`)]
  }
  const command = async (...line: string[]) => {
    const { status, stderr } = await norn.run(line, { variables: store.settings })
    assert.equal(status, 0, stderr)
  }
  const first = await upload(players + 2)
  assert.deepEqual(await seen(first), [200, true, true])
  await command('texture', 'hide', first)
  assert.deepEqual(await seen(first), [404, false, false])
  await command('texture', 'unhide', first)
  assert.deepEqual(await seen(first), [200, true, false], 'it is in the database')

  const second = await upload(players + 3)
  await command('texture', 'remove', username, '--skin')
  let now = Date.now()
  const config = configOf(store.settings)
  await using context = await openContext(config, { log: pino({ level: 'silent' }), clock: () => now })
  await sweepUnworn(context, '')
  await context.textureFiles.deleteLooseObjects()
  assert.deepEqual(await seen(second), [200, true, true], 'others show it for a day')
  now += dayMs + minuteMs
  await sweepUnworn(context, '')
  await context.textureFiles.deleteLooseObjects()
  assert.deepEqual(await seen(second), [404, false, false])
}

test('files move both ways while the service runs, and nothing is lost when both are killed', {
  timeout: 600_000,
}, async (t) => {
  if (typeof moto === 'string') return t.skip(moto)
  const store = moto
  const variables = store.settings
  const count = async () => (await store.names()).length
  const move = async (place: string) => {
    const { status, stdout, stderr } = await norn.run(['texture', 'move', place, '--json'], { variables })
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout) as { moved: number; left: number }
  }

  let service = await norn.serve(variables)
  const killed = async (place: string, isUnderWay: () => Promise<boolean>) => {
    const ended = await norn.start(['texture', 'move', place], {
      variables,
      killWhen: () => until('some have moved', isUnderWay),
    })
    assert.equal(ended.status, null, `it was not killed: ${ended.stdout}${ended.stderr}`)
    service.kill('SIGKILL')
    await service.ended
    service = await norn.serve(variables)
    await allServed(service)
  }

  await killed('s3', async () => (await count()) >= 3)
  assert.ok((await count()) < players)
  const there = await move('s3')
  assert.equal(there.left, 0)
  assert.ok(there.moved > 0 && there.moved <= players, JSON.stringify(there))
  assert.deepEqual(
    await store.names(),
    hashes.map((hash) => `norn/${hash}`),
  )
  await allServed(service)
  assert.deepEqual(await move('s3'), { moved: 0, left: 0 })

  await holdsWhatIsThere(service, store)
  const named = hashes.map((hash) => `norn/${hash}`)
  assert.deepEqual(await store.names(), named)

  const shown = performance.now()
  await norn.json('account', 'show', 'Player1')
  const commandMs = performance.now() - shown
  // The store hangs.
  store.signal('SIGSTOP')
  const began = performance.now()
  await writeFile(join(norn.directory, 'skin.png'), makePng(64, 64, noise(players + 1)))
  const { status, stderr } = await norn.run(['texture', 'set', 'Player1', '--skin', 'skin.png'], {
    variables,
  })
  assert.equal(status, 1)
  assert.match(stderr, /the texture store does not answer as it should/)
  assert.ok(performance.now() - began < 6000 + 5 * commandMs)
  const profile = await fetch(`${service.baseUrl}/skinsystem/textures/Player2`)
  assert.equal(profile.status, 200)
  store.signal('SIGCONT')

  const backup = await norn.run(['backup', 'b.gz'], { variables })
  assert.match(backup.stderr, /does not have the files of 40 textures/)

  // Without the setting it does not start, and says what to do.
  service.kill('SIGTERM')
  await service.ended
  const refused = await norn.run(['serve'])
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /NORN_TEXTURES_URL is not set.*"norn texture move database"/)
  service = await norn.serve(variables)

  await killed('database', async () => (await count()) <= players - 3)
  const back = await move('database')
  assert.equal(back.left, 0)
  assert.ok(back.moved > 0 && back.moved <= players, JSON.stringify(back))
  // The sweep deletes, a minute later, whatever the killed process was deleting.
  await until('the bucket is empty', async () => (await count()) === 0)
  await allServed(service)
  service.kill('SIGTERM')
  await service.ended
  const plain = await norn.serve()
  await allServed(plain)
  plain.kill('SIGTERM')
  await plain.ended
})
