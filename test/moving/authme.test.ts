import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { AuthMeColumn } from '../../src/moving/databases/authme.ts'
import type { ForeignDatabase } from '../../src/moving/databases/database.ts'
import { authme } from '../../src/moving/programs/authme.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'
import { authmeInstallation } from './authme.ts'
import type { Expected } from './expected.ts'
import { startMariaDb, withoutMariaDb } from './mariadb.ts'
import { fill, importFrom, moveIn } from './source.ts'

describe('AuthMe', () => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'norn-authme-'))
  })
  after(() => rm(directory, { recursive: true, force: true }))

  async function check(
    address: string,
    expected: readonly Expected[],
    source: (database: ForeignDatabase) => ReturnType<typeof authme> = authme,
  ): Promise<void> {
    const database = await databases.sqlite()
    const service = await startService(database.url, { NORN_UUIDS: 'offline' })
    try {
      const done = await moveIn(service, address, { source, folder: directory, expected })
      assert.deepEqual(done.refused, { 'Two Words': 'username_malformed' })
      assert.deepEqual(done.left, { positions: 1002, addresses: 1002 })
      assert.deepEqual(done.remarks['Miner_209'], ['id_made', 'email_shared'])
      assert.deepEqual(done.remarks['Unknown'], ['id_made', 'password_hash_unknown'])
      // The UUID by which the world of a server in offline mode knows this player.
      const { json } = await service.post('/api/profiles/minecraft', ['Miner_1'])
      assert.equal(json[0].id, 'bf09a322bbd33b1495f15de468a39540')
    } finally {
      await service.close()
      await database.drop()
    }
  }

  test('a thousand players arrive from SQLite with all their data, and sign in', async () => {
    const { statements, expected } = authmeInstallation('sqlite')
    const file = join(directory, 'authme.db')
    await fill(file, statements)
    await check(file, expected)
  })

  test('from MariaDB, where an operator has named table and columns', {
    skip: withoutMariaDb,
  }, async () => {
    const server = await startMariaDb()
    try {
      const own = { table: 'players', username: 'Login', password: 'pass_hash', regdate: 'Made' }
      const { statements, expected } = authmeInstallation('mariadb', own)
      const address = await server.fill('authme', statements)
      const { table, ...columns } = own
      const names = { table, columns: new Map(Object.entries(columns) as [AuthMeColumn, string][]) }
      await check(address, expected, (database) => authme(database, names))
    } finally {
      await server.stop()
    }
  })

  test('from PostgreSQL, where all names are in lower case', async () => {
    const database = await databases.postgres()
    try {
      const own = { table: 'authme', username: 'Login' }
      const { statements, expected } = authmeInstallation('postgres', own)
      await fill(database.url, statements)
      const columns = new Map([['username', 'Login']] as [AuthMeColumn, string][])
      await check(database.url, expected, (foreign) => authme(foreign, { columns }))
    } finally {
      await database.drop()
    }
  })

  test('a renamed table or column has to be given', async () => {
    const file = join(directory, 'other.db')
    await fill(file, ['create table players (username text, password text)'])
    const service = await startService(`sqlite:${join(directory, 'norn.sqlite')}`)
    after(() => service.close())
    await assert.rejects(importFrom(service, file, authme, { folder: directory }), /it has: players.*--table/)
    const named = (database: ForeignDatabase) =>
      authme(database, { table: 'players', columns: new Map([['password', 'hash']]) })
    await assert.rejects(
      importFrom(service, file, named, { folder: directory }),
      /table players has no column hash \(it has: username, password\).*--column password=NAME/,
    )
  })
})
