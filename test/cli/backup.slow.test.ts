import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { databases } from '../databases.ts'
import { makePlayers, sendIn } from '../faults/players.ts'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

const restored = (name: string) => ({ NORN_DATA_DIR: join(norn.directory, name) })

describe('backup and restore', () => {
  test('of a database under load: everything answered before the backup began is in it', async (t) => {
    const service = await norn.serve()
    const players = sendIn(t, service.baseUrl, await makePlayers(`sqlite:${norn.database}`, 6))
    await players.successes(200)
    const before = players.outcomes.filter(({ what, status }) => what === 'authenticate' && status === 200)
    const tokens = before.slice(-20).map(({ body }) => JSON.parse(body).accessToken as string)

    const file = join(norn.directory, 'backup.gz')
    const { status, stdout, stderr } = await norn.run(['backup', file, '--json'])
    assert.equal(status, 0, stderr)
    await players.successes(50)
    await players.leave()
    service.kill('SIGTERM')
    await service.ended
    assert.deepEqual(JSON.parse(stdout), { file, bytes: (await stat(file)).size, accounts: 6 })
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.ok(
      players.outcomes.every((outcome) => outcome.status === 200),
      'the damage was not detected',
    )

    const variables = restored('verified')
    const back = await norn.run(['restore', file, '--verify', '--keep-tokens', '--json'], { variables })
    assert.equal(back.status, 0, back.stderr)
    const database = join(variables.NORN_DATA_DIR, 'norn.sqlite')
    assert.deepEqual(JSON.parse(back.stdout), { database, accounts: 6, verified: true, tokensKept: true })
    assert.deepEqual(await readdir(variables.NORN_DATA_DIR), ['norn.sqlite'])
    const again = await norn.serve(variables)
    for (const accessToken of tokens) {
      const body = JSON.stringify({ accessToken })
      assert.equal((await fetch(`${again.baseUrl}/auth/validate`, { method: 'POST', body })).status, 200)
    }
    again.kill('SIGTERM')
    await again.ended
  })

  test('refuse to overwrite files, and refuse files that do not exist', async () => {
    const file = join(norn.directory, 'taken')
    await writeFile(file, 'mine')
    const overwrite = await norn.run(['backup', file])
    assert.match(overwrite.stderr, /^norn: .*taken exists; name a new file, or remove it\n$/)
    const nothing = await norn.run(['backup', join(norn.directory, 'new')], {
      variables: restored('nowhere'),
    })
    assert.match(nothing.stderr, /^norn: there is no database at .*nowhere\/norn\.sqlite; run [^\n]+\n$/)
    const missing = await norn.run(['restore', join(norn.directory, 'missing')], { variables: restored('a') })
    assert.match(missing.stderr, /^norn: there is no file .*missing\n$/)
    const inUse = await norn.run(['restore', join(norn.directory, 'backup.gz')])
    assert.match(inUse.stderr, /\nnorn: .*norn\.sqlite exists; restore into an empty data directory/)
    for (const { status } of [overwrite, nothing, missing, inUse]) assert.equal(status, 1)
  })

  test('a damaged backup is refused, and nothing is restored', async () => {
    const file = join(norn.directory, 'damaged.gz')
    assert.equal((await norn.run(['backup', file])).status, 0)
    const whole = await readFile(file)
    const variables = restored('from-damaged')
    const isRefused = async (bytes: Buffer | string, ...options: string[]) => {
      await writeFile(file, bytes)
      const { status, stderr } = await norn.run(['restore', file, ...options], { variables })
      assert.equal(status, 1)
      assert.match(stderr, /\nnorn: the file is damaged or not a backup \(.+\); use another one\n$/)
    }
    // One bit of one byte. Not any will do: swapping one run of zeros for another gives the same database.
    const start = whole.length >> 1
    const at = whole.findIndex((_, index) => index >= start && !isWhole(flip(whole, index)))
    await isRefused(flip(whole, at))
    await isRefused(whole.subarray(0, -1))
    await isRefused('not a backup at all')
    const database = gunzipSync(whole)
    await isRefused(gzipSync(database.subarray(0, 3 * 4096)), '--verify')
    await isRefused(gzipSync(database.fill(0x5a, 2 * 4096, 3 * 4096)), '--verify')
    assert.deepEqual(await readdir(variables.NORN_DATA_DIR), [])
  })
})

function flip(bytes: Buffer, index: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped[index] = (flipped[index] ?? 0) ^ 1
  return flipped
}

function isWhole(zipped: Buffer): boolean {
  try {
    gunzipSync(zipped)
    return true
  } catch {
    return false
  }
}

describe('copy', () => {
  test('carries accounts to PostgreSQL and back', async (t) => {
    const database = await databases.postgres()
    t.after(() => database.drop())
    const there = await norn.run(['copy', '--to', database.url, '--json'])
    assert.equal(there.status, 0, there.stderr)
    const result = JSON.parse(there.stdout)
    assert.equal(result.tables.account.rows, 6)
    const variables = { NORN_DATABASE_URL: database.url }
    const shown = await norn.run(['account', 'show', 'Player3', '--json'], { variables })
    assert.equal(JSON.parse(shown.stdout).username, 'Player3')

    const file = join(norn.directory, 'back.sqlite')
    const back = await norn.run(['copy', '--to', `sqlite:${file}`, '--json'], { variables })
    assert.deepEqual(JSON.parse(back.stdout).tables, result.tables)
    const again = await norn.run(['copy', '--to', database.url])
    assert.equal(again.status, 1)
    assert.match(again.stderr, /^norn: the target is not empty: .*; give an empty database in --to\n$/)
    const nowhere = await norn.run(['copy', '--to', 'mysql://x'])
    assert.equal(nowhere.status, 2)
    const backup = await norn.run(['backup', 'x'], { variables })
    assert.match(
      backup.stderr,
      /^norn: this is for the embedded database, and NORN_DATABASE_URL is PostgreSQL; use pg_dump/,
    )
  })
})
