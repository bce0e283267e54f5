// RFC 8628, as launchers use it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../service.ts'
import { allow, deviceTokens, post, redeem, refresh, startDevice } from './oauth.ts'

onEveryDatabase('device sign-in', (_start, shared) => {
  test('a device is told what to show, how long, and how often to ask', async () => {
    const service = await shared()
    const answer = await post(service, '/oauth2/device_authorization', {
      client_id: 'launchers',
      scope: 'openid offline_access game_server_session',
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { device_code, user_code, ...rest } = answer.json
    assert.match(device_code, /^[\w-]{43}$/)
    assert.match(user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.deepEqual(rest, {
      verification_uri: `${service.baseUrl}/device`,
      verification_uri_complete: `${service.baseUrl}/device?user_code=${user_code}`,
      expires_in: 900,
      interval: 5,
    })
    assert.ok(answer.headers.get('x-request-id'))
    const line = await service.logLine(answer)
    assert.deepEqual([line.route, line.status, line.reason], ['/oauth2/device_authorization', 200, undefined])
  })

  test('a whole sign-in, and its token joins', async () => {
    const service = await shared()
    const account = await service.account()
    const { device_code, user_code } = await startDevice(service, 'openid offline_access game_server_session')
    const early = await redeem(service, device_code)
    assert.deepEqual([early.status, early.json.error], [400, 'authorization_pending'])
    service.advance(5000)
    await allow(service, account, user_code.toLowerCase().replace('-', ' '))
    const answer = await redeem(service, device_code)
    assert.equal(answer.status, 200, answer.text)
    const { access_token, refresh_token, id_token, ...rest } = answer.json
    assert.equal(id_token.split('.').length, 3)
    assert.deepEqual(rest, {
      expires_in: 86_400,
      scope: 'openid offline_access game_server_session',
      token_type: 'Bearer',
    })
    const body = { accessToken: access_token, selectedProfile: account.id, serverId: 's' }
    assert.equal((await service.post('/session/join', body)).status, 200)
    const next = await refresh(service, refresh_token)
    assert.equal(next.status, 200, next.text)
    const again = await refresh(service, refresh_token)
    assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant'])
    const dead = await service.post('/session/join', { ...body, accessToken: next.json.access_token })
    assert.equal(dead.status, 401)
  })

  test('of twenty refreshes at once one succeeds', async () => {
    const service = await shared()
    const account = await service.account()
    const { refresh_token } = await deviceTokens(service, account)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(service, refresh_token)))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
    assert.ok(answers.every(({ status, json }) => status === 200 || json.error === 'invalid_grant'))
  })
})
