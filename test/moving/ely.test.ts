import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ely } from '../../src/moving/programs/ely.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'
import { elyInstallation } from './ely.ts'
import { startMariaDb, withoutMariaDb } from './mariadb.ts'
import { moveIn } from './source.ts'

test('Ely: a thousand accounts arrive with all their data, and sign in', {
  skip: withoutMariaDb,
}, async () => {
  const server = await startMariaDb()
  const database = await databases.sqlite()
  const service = await startService(database.url)
  try {
    const { statements, expected } = elyInstallation()
    const address = await server.fill('ely', statements)
    const done = await moveIn(service, address, { source: ely, folder: '.', expected })
    assert.deepEqual([done.refused, done.left], [{}, { applications: 1, sessions: 0 }])
    assert.deepEqual(done.remarks['Ely_8'], ['deleted_there'])
  } finally {
    await service.close()
    await database.drop()
    await server.stop()
  }
})
