// Names and durations were accepted on the command line but not by the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

const day = 86_400_000

onEveryDatabase('API inputs', (start) => {
  test('the API accepts names and emails in paths, and durations', async () => {
    const service = await start()
    const { send } = await adminClient(service)
    const { id, email } = await service.account({ username: 'Steve', email: 'steve@example.test' })
    for (const name of ['Steve', 'sTEVE', encodeURIComponent(email), id, id.toUpperCase()]) {
      const answer = await send('GET', `/accounts/${name}`)
      assert.deepEqual([answer.status, answer.json.id], [200, id], name)
      assert.equal((await send('GET', `/accounts/${name}/audit`)).json.items.length, 1, name)
      assert.equal((await send('GET', `/audit?account=${name}`)).json.items.length, 1, name)
    }
    for (const name of ['Nobody', 'no%40where.test', '%00', '..', 'a'.repeat(300)]) {
      for (const path of [`/accounts/${name}x`, `/accounts/${name}x/audit`]) {
        assert.equal((await send('GET', path)).status, 404, path)
      }
    }
    const suspended = await send('POST', '/accounts/steve/suspend', { until: '7d' })
    assert.equal(suspended.json.suspendedUntil, new Date(service.now() + 7 * day).toISOString())
    const invite = await send('POST', '/invites', { expiresAt: '12h' })
    assert.equal(invite.json.expiresAt, new Date(service.now() + day / 2).toISOString())
    for (const until of ['0d', '7', 'd', '-7d', '7 d', '4000d', 'never', '2026-01-01', '']) {
      const answer = await send('POST', '/accounts/steve/suspend', { until })
      assert.deepEqual([answer.status, answer.json.code], [422, 'instant_malformed'], until)
    }
    for (const [method, path, body, field, takes] of [
      ['GET', '/accounts?limit=500', undefined, 'limit', 'a whole number from 1 to 100'],
      ['GET', '/audit?limit=0', undefined, 'limit', 'a whole number from 1 to 100'],
      ['GET', '/visitors?limit=ten', undefined, 'limit', 'a whole number from 1 to 100'],
      ['GET', '/accounts?suspended=maybe', undefined, 'suspended', 'true or false'],
      ['POST', '/invites', { uses: 0 }, 'uses', 'a whole number from 1 to 1000000'],
      ['POST', '/servers', {}, 'name', 'a text'],
      ['PATCH', '/accounts/steve', { roles: ['king'] }, 'roles.0', 'one of admin, moderator'],
      ['POST', '/bans', { ip: '1'.repeat(65) }, 'ip', 'a text of 1 to 64 characters'],
    ] as const) {
      const { json } = await send(method, path, body)
      assert.deepEqual([json.status, json.code, json.field], [422, 'malformed', field], path)
      assert.equal(json.allowed, takes, path)
    }
    assert.equal((await send('PATCH', '/accounts/steve', { username: 'Alex' })).status, 200)
    assert.equal((await send('DELETE', '/accounts/Alex')).status, 204)
    assert.equal((await send('GET', `/accounts/${id}/audit`)).json.items[0]?.account, id)
  })
})
