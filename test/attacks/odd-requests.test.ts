// What the protocol routes let through or omitted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange } from '../raw.ts'
import { type Attacked, attack, attackBoth } from './attacked.ts'

const urlencoded = 'application/x-www-form-urlencoded'

async function statusOf({ serving }: Attacked, path: string, init: RequestInit = {}) {
  return (await fetch(serving.baseUrl + path, init)).status
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`two Host headers, sizes, caching, lookups by name, cross-site requests (${kind})`, async () => {
    await using attacked = await attack(kind, { NORN_GUESS_ADDRESS: '3', NORN_TRUST_PROXY: '127.0.0.1' })
    const { serving, player } = attacked

    const hosts = await exchange(
      serving,
      'GET /healthz HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n',
    )
    assert.equal(hosts.status, 400)

    for (const size of ['0x40', '6.4e1', ' 64', '', '+64', '64.0', '-64']) {
      const path = `/skinsystem/face/${player.username}?size=${encodeURIComponent(size)}`
      assert.equal(await statusOf(attacked, path), 400, size)
    }
    assert.equal(await statusOf(attacked, `/skinsystem/face/${player.username}?size=64`), 200)

    const caching = {
      [`/api/users/profiles/game/${player.username}`]: 'no-store',
      '/api/users/profiles/game/nobody': 'no-store',
      [`/api/user/profiles/${player.id}/names`]: 'no-store',
      [`/authlib-injector/minecraftservices/game/profile/lookup/${player.id}`]: 'no-store',
      '/healthz': 'no-store',
      '/oauth2/jwks': 'public, max-age=60',
      '/skinsystem/signature-verification-key.der': 'public, max-age=60',
      '/skinsystem/signature-verification-key.pem': 'public, max-age=60',
      '/authlib-injector': 'public, max-age=1',
      '/authlib-injector/discovery': 'public, max-age=60',
      '/authlib-injector/minecraftservices/publickeys': 'public, max-age=60',
      '/authlib-injector/minecraftservices/privileges': 'no-store',
      '/authlib-injector/api/nothing': 'no-store',
      '/docs': 'public, max-age=60',
      '/openapi.json': 'public, max-age=60',
      '/': 'no-store',
    }
    for (const [path, value] of Object.entries(caching)) {
      const answer = await fetch(serving.baseUrl + path)
      assert.equal(answer.headers.get('cache-control'), value, path)
    }

    // A cross-site form is refused, and its cost is not charged to the address of the person who opened the page.
    const browser = { 'x-forwarded-for': '192.0.2.7' }
    const guess = (headers: Record<string, string>, body: string) =>
      statusOf(attacked, '/auth/authenticate', { method: 'POST', headers: { ...browser, ...headers }, body })
    const wrong = { username: player.username, password: 'wrong', clientToken: 'x' }
    const form = new URLSearchParams(wrong).toString()
    const site = (value: string) => ({ 'content-type': urlencoded, 'sec-fetch-site': value })
    for (let turn = 0; turn < 20; turn++) assert.equal(await guess(site('cross-site'), form), 403)
    const json = JSON.stringify({ ...wrong, password: player.password })
    assert.equal(await guess({ ...site('cross-site'), 'content-type': 'text/plain' }, json), 403)
    const launchers = [{}, { origin: 'null' }, { origin: 'file://' }, site('none'), site('same-origin')]
    for (const headers of launchers) assert.equal(await guess(headers, json), 200)
    const asked = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    assert.equal(await guess(asked, json), 200, 'browsers send a preflight request before this one')
  })
}

attackBoth('a body that the route does not expect is ignored', async (attacked) => {
  const { id, accessToken } = attacked.player
  const authorization = `Bearer ${accessToken}`
  const root = '/authlib-injector'
  const services = `${root}/minecraftservices`
  const bodies: [string, Record<string, string>][] = [
    ['{}', { 'content-type': 'application/json' }],
    ['x', { 'content-type': 'multipart/form-data' }],
    ['{}', { 'content-encoding': 'br' }],
    ['{}', { 'content-encoding': 'gzip' }],
    ['x'.repeat(200_000), {}],
  ]
  const requests = [
    ['DELETE', `${root}/api/user/profile/${id}/skin`, 204],
    ['DELETE', `${root}/api/user/profile/${id}/cape`, 204],
    ['DELETE', `${services}/game/profile/skins/active`, 200],
    ['DELETE', `${services}/game/profile/capes/active`, 200],
    ['POST', `${services}/player/certificates`, 200],
    ['PUT', `${services}/game/profile/name/a%20b`, 400],
  ] as const
  for (const [method, path, status] of requests) {
    for (const [body, headers] of bodies) {
      const init = { method, body, headers: { ...headers, authorization } }
      assert.equal(await statusOf(attacked, path, init), status, `${method} ${path} ${body.slice(0, 5)}`)
    }
  }
  const encoded = { headers: { 'content-encoding': 'br' } }
  assert.equal(await statusOf(attacked, `/session/profile/${id}`, encoded), 200)
  assert.equal(await statusOf(attacked, `/api/user/profiles/${id}/names`, encoded), 200)
})

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`HEAD does not join (${kind})`, async () => {
    await using attacked = await attack(kind)
    const { id, username, accessToken } = attacked.player
    const join = (name: string, token = accessToken) =>
      `/session/legacy/join?user=${name}&sessionId=token:${token}:${id}&serverId=s`
    const has = () => statusOf(attacked, `/session/hasJoined?username=${username}&serverId=s`)
    assert.equal(await statusOf(attacked, join(username), { method: 'HEAD' }), 200)
    assert.equal(await has(), 401)
    assert.equal(await statusOf(attacked, join('nobody'), { method: 'HEAD' }), 401)
    assert.equal(await statusOf(attacked, join(username, 'x.y.z'), { method: 'HEAD' }), 401)
    assert.equal(await statusOf(attacked, join(username)), 200)
    assert.equal(await has(), 200)
  })

  test(`a lookup by name through the skin system counts against the budget and can be banned (${kind})`, async () => {
    await using attacked = await attack(kind, { NORN_LOOKUP_BAN_BURST: '10', NORN_LOOKUP_BAN_RATE: '1' })
    const path = `/skinsystem/profile/${attacked.player.username}`
    assert.equal(await statusOf(attacked, path), 200)
    const statuses = new Set<number>()
    for (let turn = 0; turn < 40; turn++) statuses.add(await statusOf(attacked, path))
    assert.deepEqual([...statuses], [200, 403])
    const { username } = attacked.player
    assert.equal(await statusOf(attacked, `/skinsystem/textures/signed/${username}`), 403)
    assert.equal(await statusOf(attacked, `/api/users/profiles/game/${username}`), 403)
    assert.equal(await statusOf(attacked, `/skinsystem/textures/${username}`), 204, 'one that names nobody')
  })
}
