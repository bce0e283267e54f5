// The instance that writes a key reads it back even while others are reading, and a failed response does not cost a
// player their join.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeProtectedHeader } from 'jose'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { DatabaseUnavailable } from '../../src/model/errors/database-unavailable.ts'
import type { Database } from '../../src/storage/engine/database.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'

/** Runs an action after each read of the signing keys, once the database has answered. */
function afterReadings(t: TestContext, db: Database, then: () => Promise<void>): void {
  const run = db.run.bind(db)
  t.mock.method(db, 'run', async (...given: Parameters<typeof run>) => {
    const rows = await run(...given)
    if (given[0].name === 'signing_keys') await then()
    return rows
  })
}

async function join(service: RunningService, account: TestAccount): Promise<void> {
  const accessToken = await service.signIn(account)
  const body = { accessToken, selectedProfile: account.id, serverId: 'server' }
  assert.equal((await service.post('/session/join', body)).status, 200)
}

onEveryDatabase('keys read back', (start) => {
  for (const isStolen of [true, false]) {
    test(`a key created while others read the keys is returned and signs (${isStolen ? 'stolen' : 'rotated'})`, async (t) => {
      const service = await start()
      const { context } = service
      const account = await service.account()
      let held = 0
      const looked = Promise.withResolvers<void>()
      afterReadings(t, context.db, () => {
        if (held > 0) looked.resolve()
        return sleep(held)
      })
      service.advance(1000)
      const outside = AsyncLocalStorage.snapshot()
      let made: string | undefined
      let reading: Promise<void> | undefined
      const answered = await rotateKey(context, operator, 'tokens', { isStolen }, async (_tx, key) => {
        made = key.kid
        held = 200
        reading = outside(() => context.keys.reload())
        // This reader has looked before the key is visible to others.
        await looked.promise
        held = 0
      })
      assert.equal(answered.kid, made)
      assert.equal(decodeProtectedHeader(await service.signIn(account)).kid, made)
      await reading
      assert.equal(decodeProtectedHeader(await service.signIn(account)).kid, made)
    })
  }

  test('a join is answered although the keys cannot be read again', async (t) => {
    const service = await start()
    const { context } = service
    const account = await service.account()
    await join(service, account)
    // Another instance has created a key, so the current revision is not the loaded one.
    const newer = { created_at: service.now() + 60_000 }
    await context.db.query.updateTable('signing_key').set(newer).where('use', '=', 'textures').execute()
    afterReadings(t, context.db, async () => {
      throw new DatabaseUnavailable('gone')
    })
    const answer = await service.get(`/session/hasJoined?username=${account.username}&serverId=server`)
    assert.equal(answer.status, 200)
    assert.equal(answer.json.id, account.id)
    assert.ok(answer.json.properties[0].signature)
  })

  test('if signing textures fails, the join remains and can be consumed once', async () => {
    const service = await start()
    const account = await service.account()
    await join(service, account)
    const { texturesProperties } = service.context
    const ask = () => service.get(`/session/hasJoined?username=${account.username}&serverId=server`)
    texturesProperties.forProfile = () => Promise.reject(new DatabaseUnavailable('gone'))
    assert.equal((await ask()).status, 503)
    Reflect.deleteProperty(texturesProperties, 'forProfile')
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await ask()).status))
    assert.deepEqual(statuses.toSorted(), [200, 401, 401, 401, 401])
  })
})
