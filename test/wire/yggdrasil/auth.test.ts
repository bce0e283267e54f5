// The five launcher requests, following the tables of the specification.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import {
  accountSuspended,
  clientTokenTooLong,
  credentialsInvalid,
  parametersMissing,
  refused,
  secondFactorRequired,
  succeeded,
  succeededEmpty,
  tokenInvalid,
} from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const wrongTypes = [undefined, null, '', 5, true, [], {}, ['text']]

async function everyParameterIsNeeded(service: RunningService, path: string, good: object): Promise<void> {
  for (const field of Object.keys(good)) {
    for (const value of wrongTypes) {
      const answer = await service.post(path, { ...good, [field]: value })
      refused(answer, parametersMissing, `${path} with ${field}: ${JSON.stringify(value)}`)
    }
  }
}

onEveryDatabase('POST /auth/authenticate', (_, shared) => {
  const authenticate = (service: RunningService, body: object) => service.post('/auth/authenticate', body)

  test('returns the token pair, the profile twice, and the user on request', async () => {
    const service = await shared()
    const { id, username, email, password } = await service.account({ username: 'Steve', language: 'pt-BR' })
    for (const login of [username, email, username.toUpperCase(), email.toUpperCase()]) {
      const answer = await authenticate(service, {
        username: login,
        password,
        clientToken: 'launcher',
        requestUser: true,
      })
      succeeded(answer)
      const { accessToken, ...rest } = answer.json
      assert.match(accessToken, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      assert.match(id, /^[0-9a-f]{32}$/)
      assert.deepEqual(rest, {
        clientToken: 'launcher',
        availableProfiles: [{ id, name: 'Steve' }],
        selectedProfile: { id, name: 'Steve' },
        user: { id, username: 'Steve', properties: [{ name: 'preferredLanguage', value: 'pt-BR' }] },
      })
    }
  })

  test('an unknown login and a wrong password get the same answer', async () => {
    const service = await shared()
    const { username, email, id } = await service.account()
    const logins = [username, email, 'nobody', 'nobody@example.test', id, '\u0000', '\ud800@x', ' ', '%', "'"]
    for (const login of logins) {
      const answer = await authenticate(service, {
        username: login,
        password: 'wrong',
        clientToken: 'launcher',
      })
      refused(answer, credentialsInvalid, login)
    }
  })

  test('the UUID is not a login', async () => {
    const service = await shared()
    const { id, password } = await service.account()
    refused(await authenticate(service, { username: id, password, clientToken: 'c' }), credentialsInvalid)
  })

  test('a password is case-sensitive and compared to the last character', async () => {
    const service = await shared()
    const password = 'Ünïcode 🐎 with "quotes" & \u0000 and a tail'
    const { username } = await service.account({ password })
    const near = [password.toUpperCase(), password.slice(0, -1), `${password} `, password.slice(0, 30)]
    for (const wrong of near) {
      refused(
        await authenticate(service, { username, password: wrong, clientToken: 'c' }),
        credentialsInvalid,
        wrong,
      )
    }
    succeeded(await authenticate(service, { username, password, clientToken: 'c' }))
  })

  test('a missing, empty or wrongly typed parameter is refused', async () => {
    const service = await shared()
    const { username, password } = await service.account()
    await everyParameterIsNeeded(service, '/auth/authenticate', {
      username,
      password,
      clientToken: 'launcher',
    })
  })

  test('requestUser is read as protocol-notes describes', async () => {
    const service = await shared()
    const { username, password } = await service.account()
    const ask = (requestUser: unknown) =>
      authenticate(service, { username, password, clientToken: 'c', requestUser })
    for (const yes of [true, 'true', 1, '1']) assert.ok((await ask(yes)).json.user, JSON.stringify(yes))
    for (const no of [undefined, null, false, 'false', 0, '0', '']) {
      const answer = await ask(no)
      succeeded(answer)
      assert.ok(!('user' in answer.json), JSON.stringify(no))
    }
    for (const bad of ['yes', 'TRUE', 2, -1, 1.5, [], {}, [true]]) {
      refused(await ask(bad), parametersMissing, JSON.stringify(bad))
    }
  })

  test('any clientToken of 1 to 255 characters is returned byte for byte', async () => {
    const service = await shared()
    const account = await service.account()
    const { username, password } = account
    const odd = [
      ' ',
      'a"b\\c/\n\t',
      '🐎'.repeat(255),
      'x'.repeat(255),
      '\u0000',
      '\ud800',
      'é',
      'e\u0301',
      '</script>',
    ]
    for (const clientToken of odd) {
      const answer = await authenticate(service, { username, password, clientToken })
      succeeded(answer)
      assert.equal(answer.json.clientToken, clientToken)
      const { accessToken } = answer.json
      const next = await service.post('/auth/refresh', { accessToken, clientToken })
      succeeded(next)
      assert.equal(next.json.clientToken, clientToken)
    }
    for (const long of ['x'.repeat(256), '🐎'.repeat(256)]) {
      refused(await authenticate(service, { username, password, clientToken: long }), clientTokenTooLong)
    }
    const accessToken = await service.signIn(account, 'é')
    for (const other of ['e\u0301', 'É', 'é ']) {
      refused(await service.post('/auth/refresh', { accessToken, clientToken: other }), tokenInvalid, other)
    }
  })

  test('unknown parameters are ignored', async () => {
    const service = await shared()
    const { username, password } = await service.account()
    const agent = { name: 'Minecraft', version: 1 }
    const answer = await authenticate(service, {
      agent,
      username,
      password,
      clientToken: 'c',
      constructor: 1,
      ['__proto__']: { clientToken: 'other' },
    })
    succeeded(answer)
    assert.equal(answer.json.clientToken, 'c')
  })

  test('checks happen in this order: parameters, password, second factor, suspension', async () => {
    const service = await shared()
    const account = await service.account()
    const { username, password } = account
    await enableSecondFactor(service.context, operator, await service.stored(account))
    await suspendAccount(service.context, operator, await service.stored(account), {})
    const good = { username, password, clientToken: 'c' }
    refused(await authenticate(service, { ...good, password: 'wrong', clientToken: '' }), parametersMissing)
    refused(await authenticate(service, { ...good, password: 'wrong' }), credentialsInvalid)
    refused(await authenticate(service, good), secondFactorRequired)
    refused(await authenticate(service, { ...good, password: `${password}:000000` }), credentialsInvalid)

    const plain = await service.account()
    await suspendAccount(service.context, operator, await service.stored(plain), {})
    const suspended = { username: plain.username, password: plain.password, clientToken: 'c' }
    refused(await authenticate(service, { ...suspended, password: 'wrong' }), credentialsInvalid)
    refused(await authenticate(service, suspended), accountSuspended)
    // A suspension ends without any write.
    const later = await service.account()
    await suspendAccount(service.context, operator, await service.stored(later), { until: service.now() })
    await service.signIn(later)
  })

  test('a deleted account is unknown, and its email is available again', async () => {
    const service = await shared()
    const account = await service.account()
    const { username, email, password } = account
    await deleteAccount(service.context, operator, await service.stored(account))
    refused(await authenticate(service, { username, password, clientToken: 'c' }), credentialsInvalid)
    await assert.rejects(service.account({ username, email, password }), { reason: 'username_held' })
    const next = await service.account({ email, password })
    assert.notEqual(next.id, account.id)
    await service.signIn(next)
  })
})

onEveryDatabase('POST /auth/refresh', (_, shared) => {
  const refresh = (service: RunningService, body: object) => service.post('/auth/refresh', body)

  test('returns a new token, the same clientToken, the profile, and the user on request', async () => {
    const service = await shared()
    const account = await service.account({ language: 'de' })
    const { id, username } = account
    const accessToken = await service.signIn(account)
    const plain = await refresh(service, { accessToken, clientToken: 'launcher' })
    succeeded(plain)
    const { accessToken: second, ...rest } = plain.json
    assert.notEqual(second, accessToken)
    const selectedProfile = { id, name: username }
    assert.deepEqual(rest, { clientToken: 'launcher', selectedProfile })

    const asked = await refresh(service, { accessToken: second, clientToken: 'launcher', requestUser: true })
    const { accessToken: third, ...withUser } = asked.json
    assert.deepEqual(withUser, {
      clientToken: 'launcher',
      selectedProfile,
      user: { id, username, properties: [{ name: 'preferredLanguage', value: 'de' }] },
    })
    succeededEmpty(await service.post('/auth/validate', { accessToken: third }))
  })

  test('selectedProfile is ignored whatever it contains', async () => {
    const service = await shared()
    const account = await service.account()
    const other = await service.account()
    let accessToken = await service.signIn(account)
    const odd = [null, 5, '', [], {}, { id: other.id, name: other.username }, { id: account.id }]
    for (const selectedProfile of odd) {
      const answer = await refresh(service, { accessToken, clientToken: 'launcher', selectedProfile })
      succeeded(answer, JSON.stringify(selectedProfile))
      assert.equal(answer.json.selectedProfile.id, account.id)
      accessToken = answer.json.accessToken
    }
  })

  test('both parameters are required', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    await everyParameterIsNeeded(service, '/auth/refresh', { accessToken, clientToken: 'launcher' })
    const bad = { accessToken, clientToken: 'launcher', requestUser: 'maybe' }
    refused(await refresh(service, bad), parametersMissing)
  })

  test("another client's token is refused and stays valid", async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    refused(await refresh(service, { accessToken, clientToken: 'other' }), tokenInvalid)
    succeeded(await refresh(service, { accessToken, clientToken: 'launcher' }))
  })
})

onEveryDatabase('POST /auth/validate', (_, shared) => {
  const validate = (service: RunningService, body: object) => service.post('/auth/validate', body)

  test('a valid token: 200 and an empty body', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    succeededEmpty(await validate(service, { accessToken }))
    succeededEmpty(await validate(service, { accessToken, clientToken: 'launcher' }))
    succeededEmpty(await validate(service, { accessToken, clientToken: null }))
  })

  test('a clientToken, if sent, must match', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    refused(await validate(service, { accessToken, clientToken: 'other' }), tokenInvalid)
    refused(await validate(service, { accessToken, clientToken: 'x'.repeat(256) }), tokenInvalid)
    for (const clientToken of ['', 5, {}, false]) {
      refused(await validate(service, { accessToken, clientToken }), parametersMissing)
    }
    succeededEmpty(await validate(service, { accessToken }))
  })

  test('credentials in headers are ignored', async () => {
    const service = await shared()
    const { id, username, password, ...account } = await service.account()
    const accessToken = await service.signIn({ username, password, ...account })
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    for (const authorization of [`Bearer ${accessToken}`, `Basic ${basic}`]) {
      const headers = { authorization, cookie: `accessToken=${accessToken}` }
      refused(await service.post('/auth/validate', {}, { headers }), parametersMissing)
      refused(await service.post('/auth/signout', {}, { headers }), parametersMissing)
      const joining = { selectedProfile: id, serverId: 's' }
      refused(await service.post('/session/join', joining, { headers }), parametersMissing)
    }
  })

  test('the accessToken is required', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    await everyParameterIsNeeded(service, '/auth/validate', { accessToken })
  })
})

onEveryDatabase('POST /auth/invalidate', (_, shared) => {
  const invalidate = (service: RunningService, body: object) => service.post('/auth/invalidate', body)

  test('the matching pair ends, and no other', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const sibling = await service.signIn(account)
    succeededEmpty(await invalidate(service, { accessToken, clientToken: 'launcher' }))
    refused(await service.post('/auth/validate', { accessToken }), tokenInvalid)
    succeededEmpty(await service.post('/auth/validate', { accessToken: sibling }))
  })

  test('anything that does not match succeeds and changes nothing', async () => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const dead = await service.signIn(account)
    await invalidate(service, { accessToken: dead, clientToken: 'launcher' })
    const pairs = [
      { accessToken, clientToken: 'other' },
      { accessToken: dead, clientToken: 'launcher' },
      { accessToken: 'garbage', clientToken: 'launcher' },
      { accessToken: '\u0000', clientToken: '\u0000' },
      { accessToken: `${accessToken}x`, clientToken: 'launcher' },
    ]
    for (const pair of pairs) succeededEmpty(await invalidate(service, pair), JSON.stringify(pair))
    succeededEmpty(await service.post('/auth/validate', { accessToken }))
  })

  test('both parameters are required', async () => {
    const service = await shared()
    const accessToken = await service.signIn(await service.account())
    await everyParameterIsNeeded(service, '/auth/invalidate', { accessToken, clientToken: 'launcher' })
  })
})

onEveryDatabase('POST /auth/signout', (_, shared) => {
  const signout = (service: RunningService, body: object) => service.post('/auth/signout', body)

  test('the right password, with name or email, ends every token of that account', async () => {
    const service = await shared()
    const account = await service.account()
    const { username, email, password } = account
    const stranger = await service.signIn(await service.account())
    for (const login of [username, email]) {
      const tokens = [await service.signIn(account, 'one'), await service.signIn(account, 'two')]
      succeededEmpty(await signout(service, { username: login, password }))
      for (const accessToken of tokens) {
        refused(await service.post('/auth/validate', { accessToken }), tokenInvalid)
      }
    }
    succeededEmpty(await service.post('/auth/validate', { accessToken: stranger }))
  })

  test('wrong values are refused and end nothing', async () => {
    const service = await shared()
    const account = await service.account()
    const { username, password } = account
    const accessToken = await service.signIn(account)
    refused(await signout(service, { username, password: 'wrong' }), credentialsInvalid)
    refused(await signout(service, { username: 'nobody', password }), credentialsInvalid)
    await everyParameterIsNeeded(service, '/auth/signout', { username, password })
    succeededEmpty(await service.post('/auth/validate', { accessToken }))
  })
})
