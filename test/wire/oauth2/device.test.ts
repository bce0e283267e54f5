// RFC 8628, the way launchers use it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { denyDevice, waitingDevice } from '../../../src/domain/oauth/devices.ts'
import { onEveryDatabase } from '../../service.ts'
import { allow, deviceGrant, deviceTokens, post, redeem, refresh, startDevice } from './oauth.ts'

onEveryDatabase('device sign-in', (start, shared) => {
  test('a device receives what to show, for how long, and how often to poll', async () => {
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

  test('a complete sign-in whose token joins', async () => {
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

  test('of twenty simultaneous refreshes, one succeeds', async () => {
    const service = await shared()
    const account = await service.account()
    const { refresh_token } = await deviceTokens(service, account)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(service, refresh_token)))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
    assert.ok(answers.every(({ status, json }) => status === 200 || json.error === 'invalid_grant'))
  })

  test('only devices that poll far too often get slow_down', async () => {
    const service = await shared()
    const account = await service.account()
    const { device_code, user_code } = await startDevice(service, 'openid')
    const asked = async () => (await redeem(service, device_code)).json.error
    assert.deepEqual(
      [await asked(), await asked(), await asked()],
      ['authorization_pending', 'slow_down', 'slow_down'],
    )
    service.advance(2500)
    assert.equal(await asked(), 'authorization_pending')
    service.advance(2499)
    assert.equal(await asked(), 'slow_down')
    // As soon as there is an answer, it is returned immediately.
    await allow(service, account, user_code)
    assert.equal((await redeem(service, device_code)).status, 200)
  })

  test('a code works once, within its lifetime, and with the answer that the player gave', async () => {
    const service = await start({ NORN_DEVICE_CODE_LIFETIME: '10m' })
    const account = await service.account()
    const late = await startDevice(service, 'openid')
    service.advance(599_999)
    assert.equal((await redeem(service, late.device_code)).json.error, 'authorization_pending')
    service.advance(1)
    const expired = await redeem(service, late.device_code)
    assert.deepEqual([expired.status, expired.json.error], [400, 'expired_token'])
    await assert.rejects(allow(service, account, late.user_code), { reason: 'user_code_unknown' })

    const refused = await startDevice(service, 'openid')
    await denyDevice(service.context, await waitingDevice(service.context, refused.user_code))
    const denied = await redeem(service, refused.device_code)
    assert.deepEqual([denied.status, denied.json.error], [400, 'access_denied'])

    const { device_code, user_code } = await startDevice(service, 'openid game_server_session')
    await allow(service, account, user_code)
    await assert.rejects(allow(service, account, user_code), { reason: 'user_code_unknown' })
    const { access_token } = (await redeem(service, device_code)).json
    const twice = await redeem(service, device_code)
    assert.deepEqual([twice.status, twice.json.error], [400, 'invalid_grant'])
    assert.equal((await service.post('/auth/validate', { accessToken: access_token })).status, 401)
  })

  test('MSAL finds the device endpoint next to the token endpoint', async () => {
    const service = await shared()
    const answer = await post(service, '/oauth2/devicecode', { client_id: 'launchers', scope: 'openid' })
    assert.deepEqual([answer.status, answer.json.interval], [200, 5])
  })

  test('strangers can have only a limited number of waiting devices', async () => {
    const service = await start()
    for (let n = 0; n < 60; n++) await startDevice(service, 'openid')
    const answer = await post(service, '/oauth2/device_authorization', { client_id: 'launchers' })
    assert.deepEqual([answer.status, answer.json.error], [429, 'temporarily_unavailable'])
    assert.equal(answer.headers.get('retry-after'), '60')
    service.advance(60_000)
    await startDevice(service, 'openid')
  })

  test('an unsupported grant type is refused', async () => {
    const service = await shared()
    const refused: [Record<string, string>, number, string][] = [
      [{ grant_type: 'password', username: 'x', password: 'x' }, 400, 'unsupported_grant_type'],
      [{ grant_type: 'authorization_code', code: 'x' }, 400, 'invalid_request'],
      [{ grant_type: 'client_credentials' }, 400, 'invalid_request'],
      [{}, 400, 'invalid_request'],
      [{ grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
      [{ grant_type: deviceGrant, device_code: 'x' }, 400, 'invalid_grant'],
      [{ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody' }, 401, 'invalid_client'],
    ]
    for (const [fields, status, error] of refused) {
      const answer = await post(service, '/oauth2/token', { client_id: 'launchers', ...fields })
      assert.deepEqual([answer.status, answer.json.error], [status, error], JSON.stringify(fields))
      assert.equal((await service.logLine(answer)).reason, error)
    }
    const json = await service.post('/oauth2/token', { client_id: 'launchers' })
    assert.deepEqual([json.status, json.json.error], [400, 'invalid_request'])
    const large = await post(service, '/oauth2/token', { client_id: 'x'.repeat(60_000) })
    assert.deepEqual([large.status, large.json.error], [413, 'invalid_request'])
    const gzip = await post(service, '/oauth2/token', {}, { 'content-encoding': 'gzip' })
    assert.deepEqual([gzip.status, gzip.json.error], [415, 'invalid_request'])
    const get = await service.get('/oauth2/token')
    assert.deepEqual([get.status, get.headers.get('allow')], [405, 'OPTIONS, POST'])
  })
})
