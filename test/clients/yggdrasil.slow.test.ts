// The npm package yggdrasil, pointed at {base_url}/auth and {base_url}.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { realService } from './service.ts'

const yggdrasil = createRequire(import.meta.url)('yggdrasil')
const service = realService()

test('yggdrasil: all five launcher requests', async () => {
  const { baseUrl, account } = service()
  const { id } = await account('Steve', 'correct horse')
  const client = yggdrasil({ host: `${baseUrl}/auth` })
  const credentials = { user: 'steve@example.test', pass: 'correct horse', token: 'my-launcher' }

  const session = await client.auth({ ...credentials, requestUser: true })
  assert.equal(session.clientToken, 'my-launcher')
  assert.deepEqual(session.selectedProfile, { id, name: 'Steve' })
  assert.deepEqual(session.availableProfiles, [session.selectedProfile])
  assert.equal(session.user.username, 'Steve')
  await client.validate(session.accessToken)

  const { accessToken: next } = await client.refresh(session.accessToken, 'my-launcher')
  await assert.rejects(client.validate(session.accessToken), { message: 'Invalid token.' })
  await client.validate(next)
  await client.invalidate(next, 'my-launcher')
  await client.invalidate(next, 'my-launcher')
  await assert.rejects(client.validate(next), { message: 'Invalid token.' })
  await assert.rejects(client.refresh(next, 'my-launcher'), { message: 'Invalid token.' })

  const last = await client.auth({ ...credentials })
  await client.signout(credentials.user, credentials.pass)
  await assert.rejects(client.validate(last.accessToken), { message: 'Invalid token.' })
})

test('yggdrasil: players see the texts of refusals', async () => {
  const { baseUrl, account } = service()
  await account('Alex', 'correct horse')
  const client = yggdrasil({ host: `${baseUrl}/auth` })
  const invalid = { message: 'Invalid credentials. Invalid email or password.' }
  await assert.rejects(client.auth({ user: 'Alex', pass: 'wrong' }), invalid)
  await assert.rejects(client.signout('Alex', 'wrong'), invalid)
  await assert.rejects(client.auth({ user: 'Alex' }), { message: 'credentials can not be null.' })
  await assert.rejects(client.validate(), { message: 'credentials can not be null.' })
})

test('yggdrasil: join and hasJoined', async () => {
  const { baseUrl, account } = service()
  const { id } = await account('Efe', 'correct horse')
  const { accessToken } = await yggdrasil({ host: `${baseUrl}/auth` }).auth({
    user: 'Efe',
    pass: 'correct horse',
  })
  const server = yggdrasil.server({ host: baseUrl })
  // The digests are signed: some of these begin with a minus, some are short.
  for (let n = 0; n < 20; n++) {
    const hello = [`server ${n}`, 'shared secret', 'key']
    await server.join(accessToken, id, ...hello)
    const profile = await server.hasJoined('efe', ...hello)
    assert.deepEqual([profile.id, profile.name], [id, 'Efe'])
    assert.equal(profile.properties[0].name, 'textures')
    await assert.rejects(server.hasJoined('Efe', ...hello))
  }
  await assert.rejects(server.join('garbage', id, 'a', 'b', 'c'))
})
