// Setting the clock back hides nobody's skin, and setting it ahead does not shorten the interval between
// requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeServer } from '../../src/domain/community/removed-servers.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { migrated } from '../databases.ts'
import { operator, startService } from '../service.ts'
import { startUpstream, upstreamKey, upstreamProperty, wellBehaved } from '../upstream.ts'

const hour = 3_600_000

test('after five failures and a clock set back, skins are missing for ten seconds, not for an hour', async (t) => {
  const upstream = await startUpstream((_request, response) => response.writeHead(500).end())
  const database = await migrated.sqlite()
  const service = await startService(database.url, { NORN_SKIN_SYSTEM_URL: upstream.url })
  t.after(async () => {
    await service.close()
    await upstream.close()
    await database.drop()
  })
  const { id } = await service.account({ username: 'Steve' })
  const ask = async () => (await service.get(`/session/profile/${id}`)).json.properties[0].signature
  for (let i = 0; i < 9; i++) assert.equal(await ask(), 'Cg==')
  assert.equal(upstream.asked.length, 5)

  service.setClock(hour)
  assert.equal(await ask(), 'Cg==')
  assert.equal(upstream.asked.length, 5, 'no sooner')
  service.setClock(-2 * hour)
  upstream.behave(wellBehaved)
  service.advance(10_001)
  assert.equal(await ask(), upstreamProperty(id, 'STEVE').signature)
  assert.equal(upstream.asked.length, 6)

  // A skin that changes there is visible within 15 seconds.
  service.setClock(-hour)
  service.advance(15_001)
  await ask()
  assert.equal(upstream.asked.length, 7)
})

test('a clock set back does not delay the verification key either', async (t) => {
  const upstream = await startUpstream((_request, response) => response.writeHead(500).end())
  const database = await migrated.sqlite()
  const service = await startService(database.url, { NORN_SKIN_SYSTEM_URL: upstream.url })
  t.after(async () => {
    await service.close()
    await upstream.close()
    await database.drop()
  })
  const ask = () => service.get('/skinsystem/signature-verification-key.pem')
  for (let i = 0; i < 6; i++) assert.equal((await ask()).status, 503)
  service.setClock(-hour)
  upstream.behave(wellBehaved)
  service.advance(10_001)
  assert.equal((await ask()).text, upstreamKey.export({ type: 'spki', format: 'pem' }))
})

test('after a clock set back, refused attempts are recorded again after 20 s, not after an hour', async (t) => {
  const database = await migrated.sqlite()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { attempts, db } = service.context
  const recorded = async () => {
    await attempts.flush()
    return (await db.query.selectFrom('attempt').select('subject').execute()).length
  }
  for (let tries = 0; tries < 301; tries++)
    attempts.refused('hasJoined', { about: { username: `N${tries}` }, reason: 'join_unknown' }, '192.0.2.1')
  assert.equal(await recorded(), 300)
  service.setClock(-hour)
  service.advance(20_000)
  attempts.refused('hasJoined', { about: { username: 'Steve' }, reason: 'join_unknown' }, '192.0.2.1')
  assert.equal(await recorded(), 301)
})

test('after a clock set back, the root of a removed server ends within two seconds', async (t) => {
  const database = await migrated.sqlite()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { context } = service
  const { root } = await addServer(context, operator, { name: 'survival' })
  const metadata = async () => (await service.get(`${new URL(root).pathname}/authlib-injector/`)).status
  assert.equal(await metadata(), 200)
  await removeServer(context, operator, 'survival')
  service.setClock(-hour)
  service.advance(2001)
  assert.equal(await metadata(), 404)
})
