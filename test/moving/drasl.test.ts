import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { drasl } from '../../src/moving/programs/drasl.ts'
import { databases, type FreshDatabase } from '../databases.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { draslInstallation, draslSchema } from './drasl.ts'
import { writePictures } from './pictures.ts'
import { fill, importFrom, moveIn } from './source.ts'

let directory: string
const made: FreshDatabase[] = []
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-drasl-'))
  await writePictures(directory, (kind, hash) => join(kind, `${hash}.png`))
})
after(async () => {
  for (const database of made) await database.drop()
  await rm(directory, { recursive: true, force: true })
})

/** A SQLite file in its state directory, or a PostgreSQL database, as for the service itself. */
async function place(service: RunningService): Promise<string> {
  if (!service.context.config.databaseUrl.startsWith('postgres')) return join(directory, 'drasl.db')
  const database = await databases.postgres()
  made.push(database)
  return database.url
}

onEveryDatabase('drasl', (start, shared) => {
  test('a thousand players arrive with all their data, and play', async () => {
    const service = await shared()
    const address = await place(service)
    const isPostgres = address.startsWith('postgres')
    const { statements, expected } = draslInstallation(isPostgres)
    await fill(address, statements)
    const before = await readdir(directory)

    const done = await moveIn(service, address, { source: drasl, folder: directory, expected })
    assert.deepEqual([done.refused, done.mails], [{}, 48])
    assert.deepEqual(done.left, {
      users_without_player: 5,
      players_without_user: 0,
      name_changes: 0,
      identities: 0,
      invites: 1,
    })
    assert.deepEqual(done.remarks['Player_3'], ['administrator'])
    assert.deepEqual(done.remarks['Player_20_b'], ['one_of_several', 'login_changed'])
    assert.deepEqual(done.remarks['Player_13'], ['no_password'])
    assert.deepEqual(await readdir(directory), before)
  })

  test('a player with an invalid name is refused; a lost picture is omitted', async () => {
    const service = await start()
    const address = service.context.config.databaseUrl.startsWith('postgres')
      ? await place(service)
      : join(directory, 'odd.db')
    const hasOne = `insert into users (uuid, username, is_admin, preferred_language)
      values ('u', 'u@example.org', true, 'xx-')`
    const odd = (
      id: string,
      name: string,
    ) => `insert into players (uuid, name, offline_uuid, skin_hash, user_uuid)
      values ('${id.padStart(36, '00000000-0000-4000-8000-000000000000')}', '${name}', '', '../x', 'u')`
    await fill(address, [
      ...draslSchema(address.startsWith('postgres')),
      hasOne,
      odd('1', 'Not allowed'),
      odd('2', 'Fine'),
    ])
    const { added, mails, refused, remarks } = await importFrom(service, address, drasl, {
      folder: directory,
    })
    assert.deepEqual([added, mails], [1, 0])
    assert.deepEqual(refused, { 'Not allowed': 'username_malformed' })
    assert.deepEqual(remarks['Fine'], [
      'administrator',
      'one_of_several',
      'no_password',
      'language_malformed',
      'file_unreadable',
    ])
    // What a user has only once goes to the first player that arrives.
    const row = await service.context.db.query.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([row.username, row.email, row.roles], ['Fine', 'u@example.org', 'admin'])
  })
})
