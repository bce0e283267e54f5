// The npm package @xmcl/user, its YggdrasilClient pointed at {base_url}/auth.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { YggdrasilClient, YggdrasilError } from '@xmcl/user'
import { realService } from './service.ts'

const service = realService()

test('@xmcl/user: authenticate, validate, refresh, invalidate', async () => {
  const { baseUrl, account } = service()
  const { id } = await account('Steve', 'correct horse')
  const client = new YggdrasilClient(`${baseUrl}/auth`)
  const clientToken = 'my-launcher'

  const session = await client.login({
    username: 'steve@example.test',
    password: 'correct horse',
    clientToken,
    requestUser: true,
  })
  assert.equal(session.clientToken, clientToken)
  assert.deepEqual(session.selectedProfile, { id, name: 'Steve' })
  assert.deepEqual(session.user?.properties, [{ name: 'preferredLanguage', value: 'en' }])
  const { accessToken } = session
  assert.equal(await client.validate(accessToken, clientToken), true)

  const next = await client.refresh({ accessToken, clientToken, requestUser: false })
  assert.deepEqual(next.selectedProfile, { id, name: 'Steve' })
  assert.equal(await client.validate(accessToken, clientToken), false)
  await client.invalidate(next.accessToken, clientToken)
  assert.equal(await client.validate(next.accessToken, clientToken), false)
})

test('@xmcl/user: a refusal is recognized as such', async () => {
  const { baseUrl, account } = service()
  await account('Alex', 'correct horse')
  const client = new YggdrasilClient(`${baseUrl}/auth`)
  const login = client.login({ username: 'Alex', password: 'wrong', clientToken: 'c', requestUser: true })
  await assert.rejects(login, (error) => {
    assert.ok(error instanceof YggdrasilError)
    assert.equal(error.error, 'ForbiddenOperationException')
    assert.equal(error.errorMessage, 'Invalid credentials. Invalid email or password.')
    return true
  })
})
