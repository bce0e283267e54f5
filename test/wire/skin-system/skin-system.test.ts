import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { removeTexture, setTexture } from '../../../src/domain/game/set-textures.ts'
import { migrated, withoutPostgres } from '../../databases.ts'
import { makePng, noise, type Paint, readPng } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../../service.ts'
import { isSigned } from '../../signature.ts'

const notFound = JSON.stringify({ error: 'Not Found', errorMessage: 'There is no such texture.' })

/** A player who wears a slim skin and a cape. */
async function dressed(service: RunningService, username = 'Steve') {
  const account = await service.account({ username })
  await setTexture(service.context, operator, account.id, 'skin', makePng(64, 64, noise(1)), 'slim')
  await setTexture(service.context, operator, account.id, 'cape', makePng(64, 32, noise(2)))
  return account
}

async function file(service: RunningService, path: string, init?: RequestInit) {
  const response = await fetch(`${service.baseUrl}${path}`, { redirect: 'manual', ...init })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const payloadOf = (profile: { properties: { value: string }[] }) =>
  JSON.parse(Buffer.from(profile.properties[0]!.value, 'base64').toString())

onEveryDatabase('GET /skinsystem', (start) => {
  test('serves skins and cloaks by name, in every form that clients use', async () => {
    const service = await start()
    const { id } = await dressed(service)
    const { textures } = payloadOf((await service.get(`/session/profile/${id}`)).json)
    for (const [kind, url] of [
      ['skins', textures.SKIN.url],
      ['cloaks', textures.CAPE.url],
    ]) {
      const hash = url.split('/').at(-1)
      for (const form of [
        '/Steve.png',
        '/steve',
        '/STEVE.PNG',
        '?name=sTeVe',
        '?name=Steve.png',
        '/Steve/',
      ]) {
        const { response, body } = await file(service, `/skinsystem/${kind}${form}`)
        assert.equal(response.status, 200, form)
        assert.equal(response.headers.get('content-type'), 'image/png')
        assert.equal(response.headers.get('cache-control'), 'no-cache')
        assert.equal(sha256(body), hash, form)
        const again = await file(service, `/skinsystem/${kind}${form}`, {
          headers: { 'if-none-match': response.headers.get('etag') ?? '' },
        })
        assert.deepEqual([again.response.status, again.body.length], [304, 0])
      }
    }
    await service.account({ username: 'Bare' })
    for (const name of ['Bare', 'Nobody', 'no%20name', '..', '%00', 'x'.repeat(500)]) {
      const { status, text } = await service.get(`/skinsystem/skins?name=${name}`)
      assert.deepEqual([status, text], [404, notFound], name)
    }
    assert.equal((await service.get('/skinsystem/skins')).status, 400)
  })

  test('finds a name that ends like a file name', async () => {
    const service = await start()
    // The account predates the rule against such names (L9).
    const { id } = await dressed(service)
    const name = { username: 'my.png', username_folded: 'my.png' }
    await service.context.db.query.updateTable('account').set(name).where('id', '=', id).execute()
    assert.equal((await service.get('/skinsystem/skins/my.png.png')).status, 200)
    assert.equal((await service.get('/skinsystem/profile/my.png')).status, 200)
  })

  test('textures/{name}: only the links, or 204', async () => {
    const service = await start()
    const { id } = await dressed(service)
    const { textures } = payloadOf((await service.get(`/session/profile/${id}`)).json)
    const { status, json, headers } = await service.get('/skinsystem/textures/STEVE')
    assert.equal(status, 200)
    assert.deepEqual(json, textures)
    assert.equal(headers.get('cache-control'), 'no-store')
    await removeTexture(service.context, operator, id, 'skin')
    assert.deepEqual((await service.get('/skinsystem/textures/steve')).json, { CAPE: textures.CAPE })
    await removeTexture(service.context, operator, id, 'cape')
    for (const name of ['steve', 'nobody', 'no name']) {
      const nothing = await service.get(`/skinsystem/textures/${name}`)
      assert.deepEqual([nothing.status, nothing.text], [204, ''], name)
    }
  })

  test('profile/{name} is signed on request, textures/signed/{name} always', async () => {
    const service = await start()
    const { id, username } = await dressed(service)
    const signed = (await service.get(`/session/profile/${id}`)).text
    assert.equal((await service.get('/skinsystem/profile/steve?unsigned=false')).text, signed)
    assert.equal((await service.get('/skinsystem/textures/signed/steve')).text, signed)
    for (const query of ['', '?unsigned=true']) {
      const { json } = await service.get(`/skinsystem/profile/steve${query}`)
      assert.deepEqual([json.id, json.name], [id, username])
      assert.deepEqual(Object.keys(json.properties[0]), ['name', 'value'])
      assert.equal('signatureRequired' in payloadOf(json), false)
    }
    for (const path of ['profile/nobody', 'textures/signed/nobody', 'profile/nobody?unsigned=false']) {
      const { status, text } = await service.get(`/skinsystem/${path}`)
      assert.deepEqual([status, text], [204, ''])
    }
  })

  test('the key files verify the signature of the textures', async () => {
    const service = await start()
    const { id } = await dressed(service)
    const { json } = await service.get(`/session/profile/${id}`)
    const [{ value, signature }] = json.properties
    assert.deepEqual(Object.keys(payloadOf(json)), [
      'timestamp',
      'profileId',
      'profileName',
      'signatureRequired',
      'textures',
    ])
    const der = await file(service, '/skinsystem/signature-verification-key.der')
    assert.equal(der.response.headers.get('content-type'), 'application/octet-stream')
    const pem = await file(service, '/skinsystem/signature-verification-key.pem')
    for (const key of [der.body, pem.body.toString()]) {
      assert.ok(await isSigned(key, value, signature))
      assert.equal(await isSigned(key, `${value}x`, signature), false)
    }
  })

  test('face and bust are drawn from the skin with its overlay', async () => {
    const service = await start()
    const { id } = await service.account({ username: 'Steve' })
    const [red, blue, green, grey, none] = [
      [255, 0, 0, 255],
      [0, 0, 255, 255],
      [0, 255, 0, 255],
      [90, 90, 90, 255],
      [9, 9, 9, 0],
    ] as const
    const within = (x: number, y: number, [left, top, width, height]: readonly number[]) =>
      x >= left! && x < left! + width! && y >= top! && y < top! + height!
    const paint: Paint = (x, y) => {
      if (within(x, y, [8, 8, 8, 8])) return red
      // Half of the head is covered by a hat.
      if (within(x, y, [40, 8, 4, 8])) return blue
      if (within(x, y, [20, 20, 8, 12]) || within(x, y, [36, 52, 4, 12])) return green
      return within(x, y, [44, 20, 4, 12]) ? grey : none
    }
    await setTexture(service.context, operator, id, 'skin', makePng(64, 64, paint), 'default')
    const at = (picture: ReturnType<typeof readPng>, x: number, y: number) => [
      ...picture.pixels.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 4),
    ]
    for (const path of ['face/Steve.png?size=80', `face/${id}?size=80`, 'face/STEVE?size=80']) {
      const { response, body } = await file(service, `/skinsystem/${path}`)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'image/png')
      const face = readPng(body)
      assert.deepEqual([face.width, face.height], [80, 80])
      assert.deepEqual([at(face, 0, 0), at(face, 39, 79)], [blue, blue])
      assert.deepEqual([at(face, 40, 0), at(face, 79, 79)], [red, red])
    }
    const bust = readPng((await file(service, '/skinsystem/bust/steve.png?size=32')).body)
    assert.deepEqual(
      [at(bust, 0, 0), at(bust, 31, 0)],
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    )
    assert.deepEqual([at(bust, 8, 0), at(bust, 23, 0)], [blue, red])
    assert.deepEqual([at(bust, 0, 16), at(bust, 8, 31), at(bust, 31, 31)], [grey, green, green])

    const { response } = await file(service, '/skinsystem/face/steve.png')
    const tag = response.headers.get('etag') ?? ''
    const again = await file(service, '/skinsystem/face/steve.png', { headers: { 'if-none-match': tag } })
    assert.equal(again.response.status, 304)
    await removeTexture(service.context, operator, id, 'skin')
    const bare = await file(service, '/skinsystem/face/steve.png', { headers: { 'if-none-match': tag } })
    assert.equal(bare.response.status, 200)
    const standard = readPng(bare.body)
    assert.deepEqual([standard.width, standard.height], [64, 64])
    assert.ok(standard.pixels.some((byte, i) => i % 4 !== 3 && byte !== standard.pixels[i % 4]))
    for (const size of ['7', '513', '-1', '1e9', 'x', '8.5']) {
      const { status, json } = await service.get(`/skinsystem/face/steve.png?size=${size}`)
      assert.deepEqual([status, json.errorMessage], [400, 'The size must be a whole number from 8 to 512.'])
    }
    assert.equal((await service.get('/skinsystem/bust/nobody.png')).status, 404)
  })

  test('an old skin of 64x32 has a left arm too, and a completely filled hat is ignored', async () => {
    const service = await start()
    const { id } = await service.account({ username: 'Old' })
    const half =
      (holes: boolean): Paint =>
      (x, y) => {
        if (x >= 32 && y < 16) return holes && x >= 44 ? [0, 0, 0, 0] : [0, 0, 0, 255]
        return x >= 44 && x < 46 && y >= 20 ? [7, 7, 7, 255] : [200, 100, 50, 255]
      }
    for (const [holes, expected] of [
      [false, [200, 100, 50, 255]],
      [true, [0, 0, 0, 255]],
    ] as const) {
      await setTexture(service.context, operator, id, 'skin', makePng(64, 32, half(holes)))
      const bust = readPng((await file(service, '/skinsystem/bust/old.png?size=16')).body)
      const at = (x: number, y: number) => [...bust.pixels.subarray((y * 16 + x) * 4, (y * 16 + x) * 4 + 4)]
      assert.deepEqual(at(4, 0), expected)
      assert.deepEqual(
        [at(0, 8), at(15, 8), at(12, 8)],
        [
          [7, 7, 7, 255],
          [7, 7, 7, 255],
          [200, 100, 50, 255],
        ],
      )
    }
  })
})

test('a change of textures is visible immediately on every instance', {
  skip: withoutPostgres(),
}, async (t) => {
  const database = await migrated.postgres()
  const one = await startService(database.url)
  const two = await startService(database.url)
  t.after(async () => {
    await one.close()
    await two.close()
    await database.drop()
  })
  const account = await one.account({ username: 'Steve' })
  const { id } = account
  const { accessToken } = (await one.post('/auth/authenticate', { ...account, clientToken: 'launcher' })).json
  const seen = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const [from, other] = round % 2 === 0 ? [one, two] : [two, one]
    if (round === 6) await removeTexture(from.context, operator, id, 'skin')
    else await setTexture(from.context, operator, id, 'skin', makePng(64, 64, noise(round)), 'default')
    // `hash` as currently stored; each instance must show exactly that.
    const { skin_hash } = await one.context.db.query
      .selectFrom('account')
      .select('skin_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const instance of [from, other]) {
      const join = { accessToken, selectedProfile: id, serverId: `server ${round}` }
      assert.equal((await instance.post('/session/join', join)).status, 200)
      const profiles = await Promise.all([
        instance.get(`/session/hasJoined?username=Steve&serverId=server%20${round}`),
        instance.get(`/session/profile/${id}`),
        instance.get('/skinsystem/profile/steve?unsigned=false'),
        instance.get('/skinsystem/textures/signed/steve'),
      ])
      for (const { json } of profiles) {
        const url = payloadOf(json).textures.SKIN?.url
        assert.equal(url?.split('/').at(-1), skin_hash ?? undefined)
        seen.add(json.properties[0].signature)
      }
      const { response, body } = await file(instance, '/skinsystem/skins/steve.png')
      assert.equal(response.status === 200 ? sha256(body) : null, skin_hash)
      if (skin_hash) assert.equal((await instance.get(`/textures/${skin_hash}`)).status, 200)
    }
  }
  // Eleven skins under two base URLs, and no skin, which is the same under both.
  assert.equal(seen.size, 23)
})
