// Read-only commands create and change nothing; only serve and migrate change the schema of an existing database.
import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { Client } from 'pg'
import { commands } from '../../src/cli/line/commands.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases } from '../databases.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { dump } from '../storage/schema-dump.ts'
import { createSteve, type Installation, install } from './norn.ts'

type Kind = keyof typeof databases
const kinds = Object.keys(databases) as Kind[]

/** The values for each argument of a read-only command. */
const given: Record<string, string> = {
  account: 'Steve',
  file: 'backup.gz',
  group: 'steve',
  id: 'launchers',
  login: 'Alex',
  name: 'steve',
  setting: 'name',
  visitor: uuid(1),
}

const readOnlyLines = commands
  // Its report covers all of this; test/cli/doctor.slow.test.ts.
  .filter(({ readOnly, name }) => readOnly && name !== 'doctor')
  .map(({ name, arguments: wanted }) => [
    ...name.split(' '),
    ...Object.keys(wanted).map((argument) => given[argument] ?? assert.fail(`what is ${argument}?`)),
  ])

const changingLines = [
  ['account', 'create', '--username', 'Alex', '--email', 'a@example.org', '--password', 'x'],
  ['key', 'rotate', 'tokens'],
  ['ban', 'add', '192.0.2.1'],
]

interface Installed {
  norn: Installation
  url: string
  variables: Record<string, string>
}

async function installed(t: TestContext, kind: Kind): Promise<Installed> {
  const norn = await install({ isEmpty: true })
  t.after(() => norn.remove())
  const variables = { NORN_BASE_URL: 'https://accounts.example.org' }
  if (kind === 'sqlite') return { norn, url: `sqlite:${norn.database}`, variables }
  const { url, drop } = await databases.postgres()
  t.after(drop)
  return { norn, url, variables: { ...variables, NORN_DATABASE_URL: url } }
}

/** Runs one command, and removes the two files that `backup` writes. */
async function outcome({ norn, variables }: Installed, line: readonly string[]) {
  const { status, stderr } = await norn.run(line, { variables })
  rmSync(join(norn.directory, 'backup.gz'), { force: true })
  rmSync(`${norn.database}.last-backup`, { force: true })
  return { line: line.join(' '), status, stderr }
}

/** Every file and folder of the installation. */
const filesOf = ({ norn }: Installed): string[] =>
  readdirSync(norn.directory, { recursive: true, encoding: 'utf8' }).toSorted()

async function contentOf({ url }: Installed): Promise<string> {
  const db = await openDatabase(url)
  try {
    return await dump(db)
  } finally {
    await db.close()
  }
}

/** The database as this version leaves it, except its list of migrations. */
async function migrated(t: TestContext, kind: Kind, say: RawBuilder<unknown>): Promise<Installed> {
  const one = await installed(t, kind)
  const db = await openDatabase(one.url)
  try {
    await migrate(db)
    await say.execute(db.query)
  } finally {
    await db.close()
  }
  return one
}

const withoutLastMigration = sql`
  delete from kysely_migration where name = (select max(name) from kysely_migration)`

const withOneFromTheFuture = sql`
  insert into kysely_migration (name, timestamp) values ('9999-future', '2999-01-01T00:00:00.000Z')`

const embeddedOnly =
  'norn: this is for the embedded database, and NORN_DATABASE_URL is PostgreSQL; use pg_dump, or "norn copy --to sqlite:FILE"\n'

/** The output of `line` when all commands that read the database are refused with `refusal`. */
function expected(kind: Kind, line: readonly string[], refusal: string, backup?: { stderr: string }) {
  const text = line.join(' ')
  if (text === 'config') return { line: text, status: 0, stderr: '' }
  if (line[0] !== 'backup') return { line: text, status: 1, stderr: refusal }
  if (kind === 'postgres') return { line: text, status: 1, stderr: embeddedOnly }
  return backup ? { line: text, status: 0, ...backup } : { line: text, status: 1, stderr: refusal }
}

for (const kind of kinds) {
  // Each of them is a process, and all open the database for reading in the same way.
  const refusedLines = readOnlyLines.filter((_, index) => kind === 'sqlite' || index % 4 === 0)

  describe(`read-only commands (${kind})`, { concurrency: 2 }, () => {
    test('create nothing if there is no database, and give advice', async (t) => {
      const one = await installed(t, kind)
      const start = 'run "norn serve" (npm start) or "norn account create" to set it up'
      const refusal =
        kind === 'sqlite'
          ? `norn: there is no database at ${one.norn.database}; ${start}, or check NORN_DATA_DIR and NORN_DATABASE_URL\n`
          : `norn: the PostgreSQL database is empty; ${start}, or check NORN_DATABASE_URL\n`
      for (const line of refusedLines) {
        assert.deepEqual(await outcome(one, line), expected(kind, line, refusal))
        assert.deepEqual(filesOf(one), [])
      }
      const copy = await outcome(one, ['copy', '--to', 'sqlite:other.sqlite'])
      assert.deepEqual([copy.status, copy.stderr], [1, refusal])
      assert.deepEqual(filesOf(one), [])
      if (kind === 'postgres') assert.deepEqual(await relationsOf(one), [])
    })

    test('refuse an older schema and leave it as it is; so do commands that change something', async (t) => {
      const one = await migrated(t, kind, withoutLastMigration)
      const before = await contentOf(one)
      const files = filesOf(one)
      const refusal =
        'norn: the database has the schema of an older version of Norn; run "norn migrate" to bring it up to date\n'
      for (const line of refusedLines) {
        const backedUp = { stderr: `backing up ${one.norn.database}\n` }
        assert.deepEqual(await outcome(one, line), expected(kind, line, refusal, backedUp))
      }
      for (const line of [...changingLines, ['copy', '--to', 'sqlite:other.sqlite']]) {
        assert.deepEqual(await outcome(one, line), { line: line.join(' '), status: 1, stderr: refusal })
      }
      assert.deepEqual(filesOf(one), files)
      assert.equal(await contentOf(one), before)
    })

    test('refuse a newer schema and leave it as it is', async (t) => {
      const one = await migrated(t, kind, withOneFromTheFuture)
      const before = await contentOf(one)
      const refusal =
        'norn: the database was made by a newer version of Norn (it has 9999-future): start that version or restore a backup\n'
      const backedUp = { stderr: `backing up ${one.norn.database}\n` }
      for (const line of refusedLines) {
        assert.deepEqual(await outcome(one, line), expected(kind, line, refusal, backedUp))
      }
      assert.equal(await contentOf(one), before)
    })

    test('copy refuses an older database as its target', async (t) => {
      const source = await installed(t, 'sqlite')
      assert.equal((await source.norn.run(['migrate'])).status, 0)
      const target = await migrated(t, kind, withoutLastMigration)
      const before = await contentOf(target)
      const { status, stderr } = await outcome(source, ['copy', '--to', target.url])
      assert.equal(
        stderr,
        'norn: the target has the schema of an older version of Norn; give an empty database in --to\n',
      )
      assert.equal(status, 1)
      assert.equal(await contentOf(target), before)
    })

    test('create no keys', async (t) => {
      const one = await installed(t, kind)
      assert.equal((await one.norn.run(['migrate'], { variables: one.variables })).status, 0)
      const before = await contentOf(one)
      const setup = await outcome(one, ['client-setup'])
      assert.deepEqual(
        [setup.status, setup.stderr],
        [1, 'norn: there are no signing keys yet; run "norn serve" (npm start) once to create them\n'],
      )
      const keys = await outcome(one, ['key', 'list'])
      assert.deepEqual([keys.status, keys.stderr], [0, 'none\n'])
      assert.equal((await outcome(one, ['account', 'list'])).status, 0)
      assert.equal(await contentOf(one), before)
      assert.doesNotMatch(before, /insert into signing_key/)
    })

    test('change nothing when they succeed', async (t) => {
      const one = await installed(t, kind)
      const create = createSteve()
      assert.equal((await one.norn.run(create, { variables: one.variables })).status, 0)
      // The name of everything that a command shows.
      for (const line of [
        ['group', 'create', 'steve'],
        ['server', 'add', 'steve'],
        ['neighbour', 'add', 'launchers', '--kind', 'vendor', '--root', 'http://127.0.0.1:9', '--private'],
      ])
        assert.equal((await one.norn.run(line, { variables: one.variables })).status, 0)
      const at = ['authorize', 'token', 'userinfo'].flatMap((each) => [
        `--${each}-url`,
        'http://127.0.0.1:9/',
      ])
      const client = ['--client-id', 'norn', '--client-secret-stdin']
      const provider = ['provider', 'add', 'steve', '--kind', 'oauth2', '--private', ...at, ...client]
      assert.equal((await one.norn.run(provider, { variables: one.variables, stdin: 'secret' })).status, 0)
      const hook = ['webhook', 'create', '--url', 'https://bot.example.org/', '--json']
      const { id } = JSON.parse((await one.norn.run(hook, { variables: one.variables })).stdout)
      const db = await openDatabase(one.url)
      await storeVisitor({ db, clock: () => 1 }, { id: uuid(1), name: 'Visitor' })
      await db.close()
      const before = await contentOf(one)
      const files = filesOf(one)
      for (const given of readOnlyLines) {
        const line = given[1] === 'deliveries' ? ['webhook', 'deliveries', id] : given
        // Nothing answers at the provider's addresses.
        const isRefused = kind === 'postgres' ? ['backup', 'provider test'] : ['provider test']
        const status = isRefused.some((words) => line.join(' ').startsWith(words)) ? 1 : 0
        assert.equal((await outcome(one, line)).status, status, line.join(' '))
        assert.deepEqual(filesOf(one), files)
      }
      assert.match(before, /insert into signing_key/)
      assert.equal(await contentOf(one), before)
    })
  })
}

async function relationsOf({ url }: Installed): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  )
  await client.end()
  return rows
}
