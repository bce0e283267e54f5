// drasl, on the schema that its migrations make (version 6), in SQLite and in PostgreSQL.
import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { drasl } from '../../src/domain/import/drasl.ts'
import { databases, type FreshDatabase } from '../databases.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import {
  assertAccounts,
  assertPlays,
  assertServed,
  cape,
  type Expected,
  fill,
  importFrom,
  quoted,
  sha256,
  skin,
} from './source.ts'

const salt = Buffer.from('0123456789abcdef')
const hash = scryptSync('correct horse', salt, 32, { N: 32768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })

const schema = (isPostgres: boolean): string[] => {
  const [blob, time, name] = isPostgres
    ? ['bytea', 'timestamptz', 'text']
    : ['blob', 'datetime', 'text collate nocase']
  return [
    `create table users (is_admin boolean, is_locked boolean, uuid text, username text not null unique,
      password_salt ${blob}, password_hash ${blob}, browser_token text, minecraft_token text, api_token text,
      preferred_language text, max_player_count integer, primary key (uuid))`,
    `create table players (uuid text, name ${name} not null unique, offline_uuid text not null,
      created_at ${time}, name_last_changed_at ${time}, skin_hash text, skin_model text, cape_hash text,
      server_id text, fallback_player text, user_uuid text not null references users (uuid), primary key (uuid))`,
    'create table invites (code text primary key, created_at text)',
    `create table user_oidc_identities (id integer primary key, user_uuid text not null, subject text not null,
      issuer text not null)`,
    "insert into invites values ('abc', '2026-01-01')",
  ]
}

const languages = { '': 'en', de: 'de', pt: 'pt', zh: 'zh' }
const created = Date.UTC(2024, 0, 31, 18, 0, 0, 123)

/** 950 users, of whom every 20th has two players and a few have none; everything else comes and goes in turn. */
function installation(isPostgres: boolean) {
  const statements = schema(isPostgres)
  const expected: Expected[] = []
  const bytes = (value: Buffer) => `${isPostgres ? "'\\x" : "x'"}${value.toString('hex')}'`
  for (let number = 0; number < 950; number++) {
    const user = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    const login = number % 5 === 0 ? `user${number}@example.org` : `Player_${number}`
    const [written, language] = Object.entries(languages)[number % 4] as [string, string]
    const isLocked = number % 7 === 0
    const secret = number % 13 === 0 ? 'null, null' : `${bytes(salt)}, ${bytes(hash)}`
    statements.push(
      `insert into users (uuid, username, is_admin, is_locked, password_salt, password_hash, preferred_language)
       values ('${user}', '${login}', ${number === 3}, ${isLocked}, ${secret}, ${quoted(written)})`,
    )
    const players = number >= 945 ? [] : number % 20 === 0 ? ['', '_b'] : ['']
    for (const [index, suffix] of players.entries()) {
      const id = `a${index}000000-0000-4000-8000-${String(number).padStart(12, '0')}`
      const username = `Player_${number}${suffix}`
      const model = number % 30 === 3 ? 'slim' : number % 30 === 4 ? 'classic' : null
      const hasCape = number % 40 === 3
      const at = `2024-01-31 19:00:0${index}.123456789+01:00`
      statements.push(
        `insert into players (uuid, name, offline_uuid, created_at, name_last_changed_at, skin_hash, skin_model,
           cape_hash, user_uuid)
         values ('${id}', '${username}', '', '${at}', '${at}', ${model ? quoted(sha256(skin)) : 'null'},
           ${quoted(model ?? '')}, ${hasCape ? quoted(sha256(cape)) : 'null'}, '${user}')`,
      )
      expected.push({
        id: id.replaceAll('-', ''),
        username,
        email: index === 0 && number % 5 === 0 ? login : null,
        language,
        created_at: created + index * 1000,
        isSuspended: isLocked,
        skin_model: model === 'classic' ? 'default' : model,
        hasCape,
        hasTotp: false,
        names: [username],
      })
    }
  }
  return { statements, expected }
}

let directory: string
const made: FreshDatabase[] = []
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-drasl-'))
  for (const [folder, png] of [
    ['skin', skin],
    ['cape', cape],
  ] as const) {
    await mkdir(join(directory, folder))
    await writeFile(join(directory, folder, `${sha256(png)}.png`), png)
  }
})
after(async () => {
  for (const database of made) await database.drop()
  await rm(directory, { recursive: true, force: true })
})

/** A SQLite file in its state directory, or a PostgreSQL database, as the service's own is. */
async function place(service: RunningService): Promise<string> {
  if (!service.context.config.databaseUrl.startsWith('postgres')) return join(directory, 'drasl.db')
  const database = await databases.postgres()
  made.push(database)
  return database.url
}

onEveryDatabase('drasl', (start, shared) => {
  test('a thousand players arrive with all they had, and play', async () => {
    const service = await shared()
    const address = await place(service)
    const isPostgres = address.startsWith('postgres')
    const { statements, expected } = installation(isPostgres)
    await fill(address, statements)
    const before = await readdir(directory)

    const dry = await importFrom(service, address, drasl, { folder: directory, isDryRun: true })
    await assertAccounts(service, [])
    const done = await importFrom(service, address, drasl, { folder: directory })
    assert.deepEqual(dry, done)
    assert.deepEqual([done.added, done.refused], [expected.length, {}])
    assert.deepEqual(done.left, { users_without_player: 5, name_changes: 0, identities: 0, invites: 1 })
    assert.deepEqual(done.remarks['Player_3'], ['administrator'])
    assert.deepEqual(done.remarks['Player_20_b'], ['one_of_several', 'login_changed'])
    assert.deepEqual(done.remarks['Player_13'], ['no_password'])
    await assertAccounts(service, expected)

    for (const name of ['Player_1', 'Player_20', 'Player_20_b', 'user5@example.org']) {
      await assertPlays(service, name, 'correct horse')
    }
    await assertServed(service, 'a0000000000040008000000000000003')
    const again = await importFrom(service, address, drasl, { folder: directory })
    assert.deepEqual([again.added, again.unchanged], [0, expected.length])
    assert.deepEqual(await readdir(directory), before)
  })

  test('who has a name that is not allowed is refused; a picture that is lost is left out', async () => {
    const service = await start()
    const address = service.context.config.databaseUrl.startsWith('postgres')
      ? await place(service)
      : join(directory, 'odd.db')
    const hasOne = "insert into users (uuid, username, preferred_language) values ('u', 'u', 'xx-')"
    const odd = (
      id: string,
      name: string,
    ) => `insert into players (uuid, name, offline_uuid, skin_hash, user_uuid)
      values ('${id.padStart(36, '00000000-0000-4000-8000-000000000000')}', '${name}', '', '../x', 'u')`
    await fill(address, [
      ...schema(address.startsWith('postgres')),
      hasOne,
      odd('1', 'Not allowed'),
      odd('2', 'Fine'),
    ])
    const { added, refused, remarks } = await importFrom(service, address, drasl, { folder: directory })
    assert.equal(added, 1)
    assert.deepEqual(refused, { 'Not allowed': 'username_malformed' })
    assert.deepEqual(remarks['Fine'], [
      'one_of_several',
      'no_password',
      'login_changed',
      'language_malformed',
      'file_unreadable',
    ])
  })
})
