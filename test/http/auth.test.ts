import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'

const refusal = (errorMessage: string) =>
  JSON.stringify({ error: 'ForbiddenOperationException', errorMessage })
const illegal = (errorMessage: string) => JSON.stringify({ error: 'IllegalArgumentException', errorMessage })

const credentialsInvalid = refusal('Invalid credentials. Invalid email or password.')
const parametersMissing = illegal('credentials can not be null.')

onEveryDatabase('POST /auth/authenticate', (start) => {
  test('answers the token pair, the profile twice and the user when asked', async () => {
    const service = await start()
    const { id, username, email, password } = await service.account({ username: 'Steve', language: 'pt-BR' })
    for (const login of [username, email, username.toUpperCase(), email.toUpperCase()]) {
      const answer = await service.post('/auth/authenticate', {
        username: login,
        password,
        clientToken: 'launcher',
        requestUser: true,
      })
      assert.equal(answer.status, 200)
      const { accessToken, ...rest } = answer.json
      assert.match(accessToken, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      assert.deepEqual(rest, {
        clientToken: 'launcher',
        availableProfiles: [{ id, name: 'Steve' }],
        selectedProfile: { id, name: 'Steve' },
        user: { id, username: 'Steve', properties: [{ name: 'preferredLanguage', value: 'pt-BR' }] },
      })
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })

  test('unknown login, wrong password: one answer', async () => {
    const service = await start()
    const { username, id } = await service.account()
    for (const login of [username, 'nobody', 'nobody@example.test', id, '\u0000']) {
      const answer = await service.post('/auth/authenticate', {
        username: login,
        password: 'wrong',
        clientToken: 'launcher',
      })
      assert.equal(answer.status, 401)
      assert.equal(answer.text, credentialsInvalid)
      assert.equal(answer.headers.get('www-authenticate'), null)
    }
  })

  test('a missing, empty or wrongly typed parameter is refused', async () => {
    const service = await start()
    const { username, password } = await service.account()
    const good = { username, password, clientToken: 'launcher' }
    for (const field of Object.keys(good)) {
      for (const value of [undefined, null, '', 5, true, [], {}]) {
        const answer = await service.post('/auth/authenticate', { ...good, [field]: value })
        assert.deepEqual([answer.status, answer.text], [400, parametersMissing], `${field}: ${value}`)
      }
    }
  })
})
