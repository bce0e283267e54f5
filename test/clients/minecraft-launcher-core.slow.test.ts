// The npm package minecraft-launcher-core, its Authenticator pointed at {base_url}/auth.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { realService } from './service.ts'

const { Authenticator } = createRequire(import.meta.url)('minecraft-launcher-core')
const service = realService()

test('minecraft-launcher-core: all five launcher requests', async () => {
  const { baseUrl, account } = service()
  const { id } = await account('Steve', 'correct horse')
  Authenticator.changeApiUrl(`${baseUrl}/auth`)

  const session = await Authenticator.getAuth('steve@example.test', 'correct horse')
  assert.deepEqual([session.uuid, session.name], [id, 'Steve'])
  assert.deepEqual(JSON.parse(session.user_properties), { preferredLanguage: ['en'] })
  const { access_token, client_token } = session
  assert.equal(await Authenticator.validate(access_token, client_token), true)

  const next = await Authenticator.refreshAuth(access_token, client_token)
  assert.deepEqual([next.uuid, next.name], [id, 'Steve'])
  await assert.rejects(Authenticator.validate(access_token, client_token), {
    error: 'ForbiddenOperationException',
    errorMessage: 'Invalid token.',
  })
  assert.equal(await Authenticator.validate(next.access_token, client_token), true)
  assert.equal(await Authenticator.invalidate(next.access_token, client_token), true)
  await assert.rejects(Authenticator.validate(next.access_token, client_token))

  const last = await Authenticator.getAuth('Steve', 'correct horse')
  assert.equal(await Authenticator.signOut('Steve', 'correct horse'), true)
  await assert.rejects(Authenticator.validate(last.access_token, last.client_token))
})

test('minecraft-launcher-core: a wrong password is refused', async () => {
  const { baseUrl, account } = service()
  await account('Alex', 'correct horse')
  Authenticator.changeApiUrl(`${baseUrl}/auth`)
  await assert.rejects(Authenticator.getAuth('Alex', 'wrong'), { message: /Unauthorized/ })
  await assert.rejects(Authenticator.signOut('Alex', 'wrong'), {
    errorMessage: 'Invalid credentials. Invalid email or password.',
  })
})
