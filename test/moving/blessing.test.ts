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

  async function check(address: string, expected: readonly Expected[], prefix = ''): Promise<void> {
    const database = await databases.sqlite()
    const service = await startService(database.url)
    const source = (foreign: ForeignDatabase) => blessing(withPrefix(foreign, prefix), blessingSalt)
    try {
      const done = await moveIn(service, address, { source, folder: directory, expected })
      assert.deepEqual(done.refused, { 史蒂夫: 'username_malformed' })
      assert.deepEqual(done.left, { users_without_player: 0, players_without_user: 0, scores: 0, closets: 1 })
      assert.deepEqual(
        [done.remarks['Bs_1'], done.remarks['Bs_9_b']],
        [['administrator'], ['one_of_several']],
      )
      const mail = await waitingMail(service)
      assert.deepEqual([done.mails, mail.length], [100, 100])
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

  test('from PostgreSQL', async () => {
    const foreign = await databases.postgres()
    try {
      const { statements, expected } = blessingInstallation('postgres')
      await fill(foreign.url, statements)
      await check(foreign.url, expected)
    } finally {
      await foreign.drop()
    }
  })

  test('from MariaDB, where its tables have a prefix', { skip: withoutMariaDb }, async () => {
    const server = await startMariaDb()
    try {
      const { statements, expected } = blessingInstallation('mariadb', 'bs_')
      const address = await server.fill('blessing', statements)
      await check(address, expected, 'bs_')
      const foreign = await openForeign(address)
      await assert.rejects(blessing(foreign), /no tables users, .*begin with bs_: pass --prefix bs_/)
      await foreign.close()
    } finally {
      await server.stop()
    }
  })
})
