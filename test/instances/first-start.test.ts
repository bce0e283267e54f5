import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databases } from '../databases.ts'
import { type RunningService, startService } from '../service.ts'
import { authenticate, validate } from './instances.ts'

test('ten instances start simultaneously on an empty database: one schema, one key per use, and all of them serve', async (t) => {
  const database = await databases.postgres()
  t.after(() => database.drop())
  const starting = Array.from({ length: 10 }, () => startService(database.url))
  const started = await Promise.allSettled(starting)
  t.after(async () => {
    for (const one of started) if (one.status === 'fulfilled') await one.value.close()
  })
  const instances = await Promise.all(starting)
  const [first] = instances
  assert.ok(first)

  const account = await first.account()
  const signedIn = await Promise.all(instances.map((instance) => authenticate(instance, account)))
  for (const [index, answer] of signedIn.entries()) {
    assert.equal(answer.status, 200)
    const next: RunningService = instances[(index + 1) % instances.length] ?? first
    assert.equal((await validate(next, answer.json.accessToken)).status, 200)
  }
  const jwks = await Promise.all(instances.map(async (instance) => (await instance.get('/oauth2/jwks')).text))
  assert.equal(new Set(jwks).size, 1)
  const keys = await first.context.db.query.selectFrom('signing_key').select(['use', 'generation']).execute()
  assert.deepEqual(keys.map(({ use, generation }) => `${use} ${generation}`).toSorted(), [
    'oauth 1',
    'textures 1',
    'tokens 1',
  ])
})
