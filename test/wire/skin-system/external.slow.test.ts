import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { setTexture } from '../../../src/domain/game/set-textures.ts'
import { migrated } from '../../databases.ts'
import { makePng, noise } from '../../png.ts'
import { operator, type RunningService, startService, type TestAccount } from '../../service.ts'
import {
  startUpstream,
  type Upstream,
  upstreamKey,
  upstreamProperty,
  upstreamTextures,
  wellBehaved,
} from '../../upstream.ts'

const payloadOf = (profile: { properties: { value: string }[] }) =>
  JSON.parse(Buffer.from(profile.properties[0]!.value, 'base64').toString())

async function started(
  t: TestContext,
  behaviour?: RequestListener,
): Promise<{ service: RunningService; upstream: Upstream; steve: TestAccount }> {
  const upstream = await startUpstream(behaviour)
  const database = await migrated.sqlite()
  const service = await startService(database.url, { NORN_SKIN_SYSTEM_URL: upstream.url })
  t.after(async () => {
    await service.close()
    await upstream.close()
    await database.drop()
  })
  const steve = await service.account({ username: 'Steve' })
  await setTexture(service.context, operator, steve.id, 'skin', makePng(64, 64, noise(1)), 'default')
  return { service, upstream, steve }
}

/** Joins a server and returns the answer to hasJoined. */
async function joined(service: RunningService, { id, username, password }: TestAccount) {
  const credentials = { username, password, clientToken: 'launcher' }
  const { accessToken } = (await service.post('/auth/authenticate', credentials)).json
  const join = { accessToken, selectedProfile: id, serverId: 'server' }
  assert.equal((await service.post('/session/join', join)).status, 200)
  return service.get(`/session/hasJoined?username=${username}&serverId=server`)
}

/** Asserts that the profile is our own, with the signature that nobody verifies. */
function assertOwn(
  service: RunningService,
  { id }: TestAccount,
  answer: { status: number; json: any },
): void {
  assert.equal(answer.status, 200)
  assert.deepEqual([answer.json.id, answer.json.name], [id, 'Steve'])
  assert.equal(answer.json.properties[0].signature, 'Cg==')
  const payload = payloadOf(answer.json)
  assert.deepEqual(Object.keys(payload), ['timestamp', 'profileId', 'profileName', 'textures'])
  assert.ok(payload.textures.SKIN.url.startsWith(`${service.baseUrl}/textures/`))
}

test('its textures are passed on with their signature, under our id and name', async (t) => {
  const { service, upstream, steve } = await started(t)
  const expected = upstreamProperty(steve.id, 'STEVE')
  const profile = await service.get(`/session/profile/${steve.id}`)
  assert.deepEqual(profile.json, { id: steve.id, name: 'Steve', properties: [expected] })
  assert.equal((await joined(service, steve)).text, profile.text)
  assert.equal((await service.get('/skinsystem/textures/signed/steve')).text, profile.text)
  const query = `unsigned=false&onUnknownProfileRespondWithUuid=${steve.id}`
  assert.deepEqual(upstream.asked, [`/system/profile/Steve?${query}`], 'requested once, with the stored name')

  const unsigned = await service.get(`/session/profile/${steve.id}?unsigned=true`)
  assert.deepEqual(Object.keys(unsigned.json.properties[0]), ['name', 'value'])
  assert.deepEqual(payloadOf(unsigned.json), {
    timestamp: 1,
    profileId: steve.id,
    profileName: 'Steve',
    textures: upstreamTextures,
  })
  assert.deepEqual((await service.get('/skinsystem/textures/steve')).json, upstreamTextures)
  for (const [path, { url }] of [
    ['skins', upstreamTextures.SKIN],
    ['cloaks', upstreamTextures.CAPE],
  ] as const) {
    const { status, headers } = await service.get(`/skinsystem/${path}/steve.png`)
    assert.deepEqual([status, headers.get('location')], [302, url])
  }
})

test('mods find nothing of what another skin system has', async (t) => {
  const { service, upstream, steve } = await started(t)
  const { skin } = (await service.stored(steve)).textures
  for (const path of ['Steve.json', `textures/${skin?.hash}`, 'extra-list/norn.json']) {
    const { status, json } = await service.get(`/csl/${path}`)
    assert.deepEqual([status, json.error], [404, 'Not Found'], path)
  }
  assert.deepEqual(upstream.asked, [])
})

test("another player's id and name in its answer are not adopted", async (t) => {
  const { service, steve } = await started(t, (_, response) => {
    const property = upstreamProperty('e'.repeat(32), 'Mallory')
    response.end(JSON.stringify({ id: 'e'.repeat(32), name: 'Mallory', properties: [property] }))
  })
  for (const { json } of [await service.get(`/session/profile/${steve.id}`), await joined(service, steve)]) {
    assert.deepEqual([json.id, json.name], [steve.id, 'Steve'])
  }
  const { json } = await service.get(`/session/profile/${steve.id}?unsigned=true`)
  assert.deepEqual([payloadOf(json).profileId, payloadOf(json).profileName], [steve.id, 'Steve'])
})

test('simultaneous requests share one request to the skin system, whose answer is cached briefly', async (t) => {
  const { service, upstream, steve } = await started(t, (request, response) => {
    void setTimeout(100).then(() => wellBehaved(request, response))
  })
  const ask = () => service.get(`/session/profile/${steve.id}`)
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(upstream.asked.length, 1)
  service.advance(14_999)
  await ask()
  assert.equal(upstream.asked.length, 1)
  service.advance(2)
  await ask()
  assert.equal(upstream.asked.length, 2)
})

const answer =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }
const properties = (...all: unknown[]) => answer(JSON.stringify({ properties: all }))
const value = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
const { signature } = upstreamProperty('', '')

const misbehaviours: Record<string, RequestListener> = {
  'ten megabytes': answer('x'.repeat(10_000_000)),
  'ten megabytes with a Content-Length': answer('x'.repeat(10_000_000), 200, {
    'content-length': '10000000',
  }),
  'a gzip bomb': answer(gzipSync(Buffer.alloc(100_000_000)), 200, { 'content-encoding': 'gzip' }),
  'a slow drip': (_, response) => {
    const timer = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(timer))
  },
  'no answer': () => undefined,
  'half an answer, then the end': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"properties":')
    void setTimeout(50).then(() => response.destroy())
  },
  'nothing at all': (request) => request.socket.destroy(),
  'status 500': answer('{"error":"x"}', 500),
  'status 429': answer('', 429, { 'retry-after': '3600' }),
  'no such player': answer('', 204),
  'no such player, output otherwise': answer('{"error":"Not Found"}', 404),
  'no JSON': answer('<html>Welcome to the hotel</html>'),
  'JSON of another kind': answer('[[[[1]]]]'),
  'JSON, very deep': answer('['.repeat(60_000)),
  'no properties': answer('{}'),
  'properties of another kind': answer('{"properties":{"textures":1}}'),
  'no textures among them': properties({ name: 'x', value: 'eA==', signature }, null, 5, 'textures'),
  'a value that is a number': properties({ name: 'textures', value: 5, signature }),
  'a value that is no Base64': properties({ name: 'textures', value: '{"textures":{}}', signature }),
  'a value with a quotation mark': properties({
    name: 'textures',
    value: value({ textures: {} }).replace(/^.{8}/, '$&","!":"'),
    signature,
  }),
  'a signature with a quotation mark': properties({
    name: 'textures',
    value: value({ textures: {} }),
    signature: signature.replace(/^.{8}/, '$&","!":"'),
  }),
  'a value that is no JSON': properties({ name: 'textures', value: 'eA==', signature }),
  'a value without textures': properties({ name: 'textures', value: value({ a: 1 }), signature }),
  'textures that are an array': properties({ name: 'textures', value: value({ textures: [] }), signature }),
  'no signature': properties({ name: 'textures', value: value({ textures: {} }) }),
  'a signature that is an object': properties({
    name: 'textures',
    value: value({ textures: {} }),
    signature: {},
  }),
  'an empty signature': properties({ name: 'textures', value: value({ textures: {} }), signature: '' }),
}

test('a misbehaving skin system does not keep players out of the game', async (t) => {
  const { service, upstream, steve } = await started(t)
  for (const [what, behaviour] of Object.entries(misbehaviours)) {
    await t.test(`${what}: the player joins anyway`, { timeout: 120_000 }, async () => {
      // Neither an earlier answer nor an earlier failure is cached.
      service.advance(60_000)
      upstream.asked.length = 0
      upstream.behave(behaviour)
      // Takes two seconds if it waits at all; a slow drip would take forever.
      const told = await joined(service, steve)
      assert.equal(upstream.asked.length, 1)
      assertOwn(service, steve, told)
      assert.equal((await service.get('/skinsystem/textures/steve')).status, 200)
    })
  }
})

test('an endless answer is cut off early', async (t) => {
  const closed = Promise.withResolvers<void>()
  let written = 0
  const piece = Buffer.alloc(64 * 1024, 'x')
  const { service, steve } = await started(t, (_, response) => {
    response.once('close', closed.resolve)
    const more = (): void => {
      let hasRoom = true
      while (hasRoom && !response.destroyed) {
        written += piece.length
        hasRoom = response.write(piece)
      }
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  assertOwn(service, steve, await service.get(`/session/profile/${steve.id}`))
  await closed.promise
  assert.ok(written < 16_000_000, `${written} bytes`)
})

test('a redirect to a loopback address is not followed', async (t) => {
  const { service, upstream, steve } = await started(t)
  const inside = await startUpstream()
  t.after(() => inside.close())
  for (const status of [301, 302, 303, 307, 308]) {
    upstream.behave(answer('', status, { location: `${inside.url}/profile/Steve` }))
    assertOwn(service, steve, await joined(service, steve))
    service.advance(10_001)
  }
  assert.deepEqual(inside.asked, [])
})

test('if no server listens, the player joins anyway', async (t) => {
  const { service, upstream, steve } = await started(t)
  await upstream.close()
  assertOwn(service, steve, await joined(service, steve))
})

test('textures from elsewhere that are not links are not passed on by name', async (t) => {
  const textures = { SKIN: { url: 'javascript:alert(1)' }, CAPE: 'x', OTHER: { url: 'file:///etc/passwd' } }
  const { service } = await started(
    t,
    properties({ name: 'textures', value: value({ textures }), signature }),
  )
  assert.equal((await service.get('/skinsystem/textures/steve')).status, 204)
  assert.equal((await service.get('/skinsystem/skins/steve.png')).status, 404)
  assert.equal((await service.get('/skinsystem/cloaks/steve.png')).status, 404)
})

test('after five failures it is left alone for ten seconds, then tried once', async (t) => {
  const { service, upstream, steve } = await started(t, answer('', 500))
  const ask = () => service.get(`/session/profile/${steve.id}`)
  for (let i = 0; i < 9; i++) assertOwn(service, steve, await ask())
  assert.equal(upstream.asked.length, 5)
  service.advance(9999)
  assertOwn(service, steve, await ask())
  assert.equal(upstream.asked.length, 5)
  service.advance(2)
  await Promise.all([ask(), service.get('/skinsystem/profile/steve'), joined(service, steve)])
  assert.equal(upstream.asked.length, 6)
  upstream.behave(wellBehaved)
  assertOwn(service, steve, await ask())
  service.advance(10_001)
  assert.equal((await ask()).json.properties[0].signature, upstreamProperty(steve.id, 'STEVE').signature)
})

test('a hundred players whose skin system hangs wait two seconds once, not one after another', async (t) => {
  const { service, upstream } = await started(t, () => undefined)
  const players = await Promise.all(Array.from({ length: 100 }, () => service.account()))
  const answers = await Promise.all(players.map(({ id }) => service.get(`/session/profile/${id}`)))
  assert.ok(answers.every(({ json }) => json.properties[0].signature === 'Cg=='))
  // Sixty-four at once; a few more start until five have failed. One after another, it would be those five.
  const asked = upstream.asked.length
  assert.ok(asked > 5 && asked < 70, String(asked))
  const failed = () => service.log.filter((line) => line.includes('skin system failed')).length
  const before = failed()
  await Promise.all(players.map(({ id }) => service.get(`/session/profile/${id}`)))
  assert.equal(failed(), before, 'nobody waits again')
})

test('players whose turn did not come in time do not count as failures of the skin system', async (t) => {
  const { service, upstream } = await started(t, (request, response) => {
    void setTimeout(900).then(() => wellBehaved(request, response))
  })
  const players = await Promise.all(Array.from({ length: 250 }, () => service.account()))
  await Promise.all(players.map(({ id }) => service.get(`/session/profile/${id}`)))
  assert.ok(upstream.asked.length < players.length, 'there was room for everybody')
  upstream.behave(wellBehaved)
  const late = await service.account()
  const { json } = await service.get(`/session/profile/${late.id}`)
  assert.notEqual(json.properties[0].signature, 'Cg==')
})

test('one player whose answers are odd takes no skin from others', async (t) => {
  const { service, steve } = await started(t, (request, response) => {
    if (request.url?.includes('/Odd')) answer('', 500)(request, response)
    else wellBehaved(request, response)
  })
  const odd = await service.account({ username: 'Odd' })
  for (let times = 0; times < 8; times++) await service.get(`/session/profile/${odd.id}`)
  const { json } = await service.get(`/session/profile/${steve.id}`)
  assert.notEqual(json.properties[0].signature, 'Cg==')
})

test('its verification key is passed on, from the cache while it is down, otherwise 503', async (t) => {
  const { service, upstream, steve } = await started(t, answer('', 500))
  for (const form of ['der', 'pem']) {
    const { status, headers, json } = await service.get(`/skinsystem/signature-verification-key.${form}`)
    assert.deepEqual([status, headers.get('retry-after')], [503, '10'])
    assert.equal(json.error, 'Service Unavailable')
  }
  upstream.behave(wellBehaved)
  const der = async () => {
    const response = await fetch(`${service.baseUrl}/skinsystem/signature-verification-key.der`)
    return Buffer.from(await response.arrayBuffer())
  }
  const key = await der()
  assert.ok(key.equals(upstreamKey.export({ type: 'spki', format: 'der' })))
  const pem = await service.get('/skinsystem/signature-verification-key.pem')
  assert.equal(pem.text, upstreamKey.export({ type: 'spki', format: 'pem' }))
  const [{ value, signature }] = (await service.get(`/session/profile/${steve.id}`)).json.properties
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
  assert.ok(verify('RSA-SHA1', Buffer.from(value), publicKey, Buffer.from(signature, 'base64')))

  upstream.behave(answer('<html>', 200))
  for (let i = 0; i < 8; i++) {
    service.advance(300_001)
    assert.ok((await der()).equals(key))
  }
})

test('failing key requests do not prevent requests for skins', async (t) => {
  const { service, steve, upstream } = await started(t, (request, response) => {
    if (request.url?.includes('key')) answer('', 404)(request, response)
    else wellBehaved(request, response)
  })
  for (let i = 0; i < 9; i++) {
    assert.equal((await service.get('/skinsystem/signature-verification-key.der')).status, 503)
  }
  assert.equal(upstream.asked.length, 5)
  const { json } = await service.get(`/session/profile/${steve.id}`)
  assert.notEqual(json.properties[0].signature, 'Cg==')
})

test('another Norn can be the skin system', async (t) => {
  const both = await Promise.all([migrated.sqlite(), migrated.sqlite()])
  const first = await startService(both[0].url)
  const second = await startService(both[1].url, { NORN_SKIN_SYSTEM_URL: `${first.baseUrl}/skinsystem` })
  t.after(async () => {
    await second.close()
    await first.close()
    for (const database of both) await database.drop()
  })
  const there = await first.account({ username: 'STEVE' })
  await setTexture(first.context, operator, there.id, 'skin', makePng(64, 64, noise(1)), 'slim')
  const here = await second.account({ username: 'Steve' })
  const { json } = await second.get(`/session/profile/${here.id}`)
  assert.deepEqual([json.id, json.name], [here.id, 'Steve'])
  const { textures } = payloadOf(json)
  assert.equal(textures.SKIN.metadata.model, 'slim')
  assert.equal((await fetch(textures.SKIN.url)).status, 200)
  const [{ value, signature }] = json.properties
  const key = (await second.get('/skinsystem/signature-verification-key.pem')).text
  assert.ok(verify('RSA-SHA1', Buffer.from(value), key, Buffer.from(signature, 'base64')))
})

test('the authlib-injector root shows its key and host, does not claim chat signing and accepts no uploads', async (t) => {
  const { service, upstream, steve } = await started(t, answer('', 500))
  const root = '/authlib-injector'
  const publickeys = `${root}/minecraftservices/publickeys`
  for (const path of [root, publickeys]) assert.equal((await service.get(path)).status, 503, path)
  upstream.behave(wellBehaved)
  const { meta, skinDomains, signaturePublickey } = (await service.get(root)).json
  assert.equal(signaturePublickey, upstreamKey.export({ type: 'spki', format: 'pem' }))
  assert.equal(meta['feature.enable_profile_key'], false)
  assert.ok(skinDomains.includes(new URL(upstream.url).hostname))
  const { profilePropertyKeys, playerCertificateKeys } = (await service.get(publickeys)).json
  const der = upstreamKey.export({ type: 'spki', format: 'der' }).toString('base64')
  assert.deepEqual(profilePropertyKeys, [{ publicKey: der }])
  assert.equal(playerCertificateKeys.length, 1)
  assert.notEqual(playerCertificateKeys[0].publicKey, der)
  const { properties } = (await service.get(`${root}/sessionserver/session/game/profile/${steve.id}`)).json
  assert.deepEqual(
    properties.map(({ name }: { name: string }) => name),
    ['textures'],
  )
})

test('textures of the built-in skin system are still signed with our own key', async (t) => {
  const database = await migrated.sqlite()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { id } = await service.account()
  const { json } = await service.get(`/session/profile/${id}`)
  assert.notEqual(json.properties[0].signature, 'Cg==')
})
