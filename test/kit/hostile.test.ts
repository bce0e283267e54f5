// The strict and random server for authors of launchers.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { hostileServer } from '../../kit/src/hostile/server.ts'
import { Store } from '../../kit/src/hostile/store.ts'
import { Chance } from '../../kit/src/random.ts'
import { start2026 } from '../cheap.ts'

interface Hostile {
  root: string
  store: Store
  remarks: string[]
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; json: any }>
  get(path: string): Promise<{ status: number; json: any }>
}

const agent = { name: 'game', version: 1 }

async function start(t: TestContext, seed = 11): Promise<Hostile> {
  const chance = new Chance(seed)
  const store = new Store(chance, () => start2026)
  const remarks: string[] = []
  const server = hostileServer(store, chance, {
    now: () => start2026,
    remark: (text) => void remarks.push(text),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { headers } = await fetch(origin)
  const root = new URL(headers.get('x-authlib-injector-api-location') ?? '', origin).href.replace(/\/$/, '')
  // It is sometimes unavailable: clients have to repeat requests.
  const ask = async (path: string, init: RequestInit): Promise<{ status: number; json: any }> => {
    for (;;) {
      const answer = await fetch(`${root}${path}`, init)
      const text = await answer.text()
      if (answer.status !== 503)
        return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) }
    }
  }
  return {
    root,
    store,
    remarks,
    post: (path, body, headers = { 'content-type': 'application/json' }) =>
      ask(path, { method: 'POST', body: JSON.stringify(body), headers }),
    get: (path) => ask(path, {}),
  }
}

const [one, many, none] = [0, 1, 2]

async function signIn({ store, post }: Hostile, index: number) {
  const { login, password } = store.accounts[index]!
  return post('/authserver/authenticate', { agent, username: login, password, clientToken: 'mine' })
}

test('a launcher that follows the specification signs in, refreshes and joins without a remark', async (t) => {
  const hostile = await start(t)
  const { json } = await signIn(hostile, one)
  assert.equal(json.clientToken, 'mine')
  const next = await hostile.post('/authserver/refresh', {
    accessToken: json.accessToken,
    clientToken: 'mine',
  })
  const { accessToken, selectedProfile } = next.json
  const old = await hostile.post('/authserver/validate', { accessToken: json.accessToken })
  assert.deepEqual([old.status, old.json.error], [403, 'ForbiddenOperationException'])
  const session = '/sessionserver/session/minecraft'
  const joined = await hostile.post(`${session}/join`, {
    accessToken,
    selectedProfile: selectedProfile.id,
    serverId: '-1f',
  })
  assert.equal(joined.status, 204)
  const query = `username=${selectedProfile.name.toLowerCase()}&serverId=-1f`
  const welcome = await hostile.get(`${session}/hasJoined?${query}`)
  assert.equal(welcome.json.id, selectedProfile.id)
  const { value, signature } = welcome.json.properties[0]
  const metadata = await hostile.get('')
  const key = createPublicKey(metadata.json.signaturePublickey)
  assert.ok(verify('RSA-SHA1', Buffer.from(value), key, Buffer.from(signature, 'base64')))
  assert.equal((await hostile.get(`${session}/hasJoined?${query}`)).status, 204)
  assert.deepEqual(hostile.remarks, [])
})

test('an account with several profiles chooses one by refresh, and an account without profiles cannot join', async (t) => {
  const hostile = await start(t)
  const { json } = await signIn(hostile, many)
  assert.equal(json.selectedProfile, undefined)
  const [, wanted] = json.availableProfiles
  const chosen = await hostile.post('/authserver/refresh', {
    accessToken: json.accessToken,
    selectedProfile: { id: wanted.id, name: wanted.name },
  })
  assert.equal(chosen.json.selectedProfile.id, wanted.id)
  const again = await hostile.post('/authserver/refresh', {
    accessToken: chosen.json.accessToken,
    selectedProfile: { id: wanted.id, name: wanted.name },
  })
  assert.deepEqual([again.status, again.json.error], [400, 'IllegalArgumentException'])
  const empty = await signIn(hostile, none)
  assert.deepEqual(empty.json.availableProfiles, [])
  const { accessToken } = empty.json
  const join = await hostile.post('/sessionserver/session/minecraft/join', {
    accessToken,
    selectedProfile: wanted.id,
    serverId: 'a',
  })
  assert.equal(join.status, 403)
  assert.equal(hostile.remarks.length, 2)
})

test('sometimes validate refuses a valid token, which refresh still accepts', async (t) => {
  const hostile = await start(t)
  const { json } = await signIn(hostile, one)
  let isStale = false
  for (let time = 0; time < 60 && !isStale; time++)
    isStale = (await hostile.post('/authserver/validate', { accessToken: json.accessToken })).status === 403
  assert.ok(isStale, 'refused within sixty attempts')
  assert.equal((await hostile.post('/authserver/refresh', { accessToken: json.accessToken })).status, 200)
})

test('mistakes of a launcher are refused and reported', async (t) => {
  const hostile = await start(t)
  const { login: username, password } = hostile.store.accounts[one]!
  const path = '/authserver/authenticate'
  for (const [body, headers, remark] of [
    [{ agent, username, password }, { 'content-type': 'text/plain' }, /Content-Type/],
    [{ username, password }, undefined, /agent is missing/],
    [{ agent, username }, undefined, /password is missing/],
    [{ agent, username, password, clientToken: 7 }, undefined, /clientToken is not text/],
    [{ agent, username, password, requestUser: 'yes' }, undefined, /requestUser is not a boolean/],
    [{ agent, username, password, remember: true }, undefined, /no member remember/],
    [['x'], undefined, /not a JSON object/],
  ] as [unknown, Record<string, string> | undefined, RegExp][]) {
    const { status, json } = await hostile.post(path, body, headers)
    assert.deepEqual([status, json.error], [400, 'IllegalArgumentException'])
    assert.match(hostile.remarks.at(-1) ?? '', remark)
  }
  assert.equal((await hostile.post('/sessionserver/join', {})).status, 404)
  assert.match(hostile.remarks.at(-1) ?? '', /no such path/)
  assert.equal((await hostile.get(path)).status, 404)
  assert.match(hostile.remarks.at(-1) ?? '', /another method/)
  const remarks = hostile.remarks.length
  assert.equal((await hostile.get('/minecraftservices/player/attributes')).status, 404)
  assert.equal(hostile.remarks.length, remarks)
  assert.equal((await hostile.post(`/${path}`, {})).status, 404)
  assert.match(hostile.remarks.at(-1) ?? '', /two slashes/)
  assert.equal(
    (await fetch(`${new URL(hostile.root).origin}//authserver/validate`, { method: 'POST' })).status,
    404,
  )
  assert.match(hostile.remarks.at(-1) ?? '', /two slashes/)
})

test('the same seed gives the same server, and another seed a different one', async (t) => {
  const texts = []
  for (const seed of [3, 3, 4]) {
    const { root, store } = await start(t, seed)
    texts.push(JSON.stringify([new URL(root).pathname, store.accounts]))
  }
  assert.equal(texts[0], texts[1])
  assert.notEqual(texts[0], texts[2])
})
