import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ForeignDatabase } from '../../src/moving/databases/database.ts'
import { openForeign } from '../../src/moving/databases/open.ts'
import { withPrefix } from '../../src/moving/databases/prefix.ts'
import { blessing } from '../../src/moving/programs/blessing.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'
import { blessingInstallation, blessingSalt } from './blessing.ts'
import type { Expected } from './expected.ts'
import { startMariaDb, withoutMariaDb } from './mariadb.ts'
import { writePictures } from './pictures.ts'
import { fill, moveIn, waitingMail } from './source.ts'

describe('Blessing Skin', () => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'norn-blessing-'))
    await writePictures(directory, (_kind, hash) => hash)
  })
  after(() => rm(directory, { recursive: true, force: true }))

  async function check(
    address: string,
    expected: readonly Expected[],
    { prefix = '', splitsUsers = false } = {},
  ): Promise<void> {
    const database = await databases.sqlite()
    const service = await startService(database.url)
    const source = (foreign: ForeignDatabase) =>
      blessing(withPrefix(foreign, prefix), { salt: blessingSalt, splitsUsers })
    try {
      const done = await moveIn(service, address, { source, folder: directory, expected, splitsUsers })
      assert.deepEqual(done.refused, { 史蒂夫: 'username_malformed' })
      assert.deepEqual(done.left, { users_without_player: 0, players_without_user: 0, scores: 0, closets: 1 })
      assert.deepEqual(
        [done.remarks['Bs_1'], done.remarks['Bs_9_b']],
        [['administrator'], [splitsUsers ? 'one_of_several' : 'character']],
      )
      const mail = await waitingMail(service)
      const mails = splitsUsers ? 100 : 0
      assert.deepEqual([done.characters, done.mails, mail.length], [100 - mails, mails, mails])
      if (!splitsUsers) return assert.equal(done.details['Bs_9_b'], 'Bs_9')
      assert.deepEqual(
        mail.find(({ username }) => username === 'Bs_9'),
        {
          recipient: 'bs9@example.org',
          language: 'zh-CN',
          kind: 'notice',
          username: 'Bs_9',
          notice: { about: 'players_separated', others: ['Bs_9_b'] },
        },
      )
    } finally {
      await service.close()
      await database.drop()
    }
  }

  test('a thousand players arrive from SQLite with all their data, and play', async () => {
    const { statements, expected } = blessingInstallation('sqlite')
    const file = join(directory, 'database.db')
    await fill(file, statements)
    await check(file, expected)
  })

  test('from PostgreSQL, each player as an account', async () => {
    const foreign = await databases.postgres()
    try {
      const splitsUsers = true
      const { statements, expected } = blessingInstallation('postgres', { splitsUsers })
      await fill(foreign.url, statements)
      await check(foreign.url, expected, { splitsUsers })
    } finally {
      await foreign.drop()
    }
  })

  test('from MariaDB, where its tables have a prefix', { skip: withoutMariaDb }, async () => {
    const server = await startMariaDb()
    try {
      const { statements, expected } = blessingInstallation('mariadb', { prefix: 'bs_' })
      const address = await server.fill('blessing', statements)
      await check(address, expected, { prefix: 'bs_' })
      const foreign = await openForeign(address)
      await assert.rejects(blessing(foreign), /no tables users, .*begin with bs_: pass --prefix bs_/)
      await foreign.close()
    } finally {
      await server.stop()
    }
  })
})
