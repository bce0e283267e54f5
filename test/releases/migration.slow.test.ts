// The upgrade from a release to this version, as an operator does it, including failures.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrationState } from '../../src/storage/schema/migrate.ts'
import { type Installation, install } from '../cli/norn.ts'
import { databases, kinds } from '../databases.ts'
import { load, usedDatabaseOf } from '../storage/schema-dump.ts'
import { type Filled, settings } from './fill.ts'

/** The last checkout before 0.2.0, the first release. */
const version = '0.1.0-checkout'

/** An installation with a database as that version leaves it. */
async function installed(t: TestContext, kind: keyof typeof databases) {
  const [norn, database] = await Promise.all([install(), databases[kind]()])
  t.after(async () => {
    await norn.remove()
    await database.drop()
  })
  await load(database.url, usedDatabaseOf(version, kind))
  const variables = { ...settings, NORN_DATABASE_URL: database.url }
  const json = async (...line: string[]) => {
    const { status, stdout, stderr } = await norn.run([...line, '--json'], { variables })
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout)
  }
  return { norn, url: database.url, variables, json }
}

async function stateOf(url: string) {
  const db = await openDatabase(url)
  try {
    const { applied, pending } = await migrationState(db)
    return { applied: applied.length, pending }
  } finally {
    await db.close()
  }
}

/**
 * Starts "norn migrate" and kills it with -9 as soon as it prints that it applies this migration. Returns the
 * signal.
 */
async function killedAt(norn: Installation, variables: Record<string, string>, name: string) {
  const migration = spawn(process.execPath, [norn.program, 'migrate'], {
    cwd: norn.directory,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  migration.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes(`applying ${name}`)) migration.kill('SIGKILL')
  })
  const [status, signal] = (await once(migration, 'exit')) as [number | null, NodeJS.Signals | null]
  assert.ok(signal === 'SIGKILL' || status === 0, output)
}

for (const kind of kinds()) {
  describe(`migrating ${version} (${kind})`, () => {
    test('--dry-run lists pending migrations, and changes nothing', async (t) => {
      const { url, json } = await installed(t, kind)
      const before = await stateOf(url)
      const rehearsed = await json('migrate', '--dry-run')
      assert.deepEqual(rehearsed.pending, before.pending)
      assert.ok(rehearsed.pending.includes('from-a-checkout') && rehearsed.seconds > 0)
      assert.deepEqual(await stateOf(url), before)
      if (kind === 'sqlite') {
        const beside = readdirSync(dirname(url.slice('sqlite:'.length)))
        assert.ok(!beside.some((name) => name.includes('rehearsal')), String(beside))
      }
      assert.deepEqual((await json('migrate')).applied, rehearsed.pending)
    })

    test('kill -9 in the middle does no harm: all of it happens, or nothing', async (t) => {
      const { norn, url, variables, json } = await installed(t, kind)
      const before = await stateOf(url)
      for (const name of new Set(before.pending)) {
        await killedAt(norn, variables, name)
        const { pending } = await stateOf(url)
        assert.ok(pending.length === 0 || pending.length === before.pending.length, String(pending))
      }
      await json('migrate')
      assert.deepEqual((await stateOf(url)).pending, [])
      const { exported } = JSON.parse(
        readFileSync(new URL(`data/${version}.${kind}.json`, import.meta.url), 'utf8'),
      ) as Filled
      const accounts = await json('account', 'list')
      assert.equal(accounts.length, exported.length)
      assert.equal((await json('account', 'show', 'After')).usernameHistory.length, 2)
    })
  })
}
