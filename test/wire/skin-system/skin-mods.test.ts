// Skins for CustomSkinLoader, with requests as its version 14.19.3 builds them and answers read as it reads them.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { removeTexture, setTexture } from '../../../src/domain/game/set-textures.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { addBan } from '../../../src/domain/operation/bans.ts'
import { addCharacter } from '../../characters.ts'
import { neighbourhood, uuid } from '../../domain/neighbours/scene.ts'
import { makePng, noise } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const unknown = '{"error":"Not Found","errorMessage":"There is no such texture."}'
const minute = 60_000

/** A player who wears a slim skin and a cape. */
async function dressed(service: RunningService, username: string) {
  const account = await service.account({ username })
  await setTexture(service.context, operator, account.id, 'skin', makePng(64, 64, noise(1)), 'slim')
  await setTexture(service.context, operator, account.id, 'cape', makePng(64, 32, noise(2)))
  return account
}

/** The mod's cache and its requests: `HttpRequestUtil`, `JsonAPILoader` and `CustomSkinAPI`. */
function modOf(service: RunningService, root: string) {
  const cached = new Map<string, { etag: string | null; expires: number; bytes: Buffer }>()
  let asked = 0

  async function get(url: string, secondsWithoutMaxAge: number): Promise<Buffer | undefined> {
    const known = cached.get(url)
    if (known && known.expires >= service.now()) return known.bytes
    asked++
    const response = await fetch(url, {
      headers: {
        accept: 'text/html, image/gif, image/jpeg, */*; q=0.2',
        'user-agent': 'Java/21.0.1',
        ...(known?.etag && { 'if-none-match': known.etag }),
      },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status >= 400) return undefined
    if (response.status === 304) return known?.bytes
    const maxAge = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
    const seconds = maxAge ?? (response.status === 204 ? 3600 : secondsWithoutMaxAge)
    const expires = service.now() + Number(seconds) * 1000
    cached.set(url, { etag: response.headers.get('etag'), expires, bytes })
    return bytes
  }

  return {
    asked: () => asked,
    async load(name: string) {
      const text = String((await get(`${root}${name}.json`, 90)) ?? '')
      if (text === '') return undefined
      const { errno = 0, skins = {}, cape } = JSON.parse(text)
      assert.equal(errno, 0)
      const [[model, skin] = []] = Object.entries<string>(skins)
      return { model, skin: skin && `${root}textures/${skin}`, cape: cape && `${root}textures/${cape}` }
    },
    file: (url: string) => get(url, 600),
  }
}

onEveryDatabase('GET /csl', (start) => {
  test('the mod finds a player in any letter case, the files of both textures, and the file for its ExtraList', async () => {
    const service = await start()
    await dressed(service, 'Steve')
    const extra = await service.get('/csl/extra-list/norn.json')
    assert.deepEqual(extra.json, { name: 'Norn', type: 'CustomSkinAPI', root: `${service.baseUrl}/csl/` })
    assert.equal(extra.headers.get('content-disposition'), 'attachment; filename="norn.json"')

    const mod = modOf(service, extra.json.root)
    const seen = await mod.load('sTEVE')
    assert.equal(seen?.model, 'slim')
    for (const url of [seen?.skin, seen?.cape]) {
      assert.ok(url)
      const file = await mod.file(url)
      assert.equal(
        createHash('sha256')
          .update(file ?? '')
          .digest('hex'),
        url.split('/').at(-1),
      )
      const own = await service.get(new URL(url).pathname.replace('/csl/', '/'))
      const shown = await service.get(new URL(url).pathname)
      const headers = ({ headers }: typeof own) =>
        ['etag', 'cache-control', 'content-type', 'access-control-allow-origin'].map((name) =>
          headers.get(name),
        )
      assert.deepEqual(headers(shown), headers(own))
    }
    assert.deepEqual((await service.get('/csl/textures/nowhere')).text, unknown)
  })

  test('the answer has nothing but the textures in use, and is 404 without any', async () => {
    const service = await start()
    const { id } = await dressed(service, 'Steve')
    const hashOf = async (kind: 'skin' | 'cape') => (await service.stored({ id })).textures[kind]?.hash
    const [skin, cape] = [await hashOf('skin'), await hashOf('cape')]
    const { headers, text } = await service.get('/csl/Steve.json')
    assert.equal(text, JSON.stringify({ username: 'Steve', skins: { slim: skin }, cape }))
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(headers.get('cache-control'), 'public, max-age=60')

    await removeTexture(service.context, operator, id, 'skin')
    assert.deepEqual((await service.get('/csl/Steve.json')).json, { username: 'Steve', cape })
    await removeTexture(service.context, operator, id, 'cape')
    const nothing = await service.get('/csl/Steve.json')
    assert.deepEqual([nothing.status, nothing.text], [404, unknown])
    assert.equal(nothing.headers.get('cache-control'), 'no-store')
    await setTexture(service.context, operator, id, 'skin', makePng(64, 32, noise(3)), 'default')
    assert.deepEqual((await service.get('/csl/steve.json')).json, {
      username: 'Steve',
      skins: { default: await hashOf('skin') },
    })
  })

  test('a change shows after a minute, a first skin at once, and an unchanged player costs a 304', async () => {
    const service = await start()
    const bare = await service.account({ username: 'Bare' })
    const mod = modOf(service, `${service.baseUrl}/csl/`)
    assert.equal(await mod.load('Bare'), undefined)
    await setTexture(service.context, operator, bare.id, 'skin', makePng(64, 64, noise(1)))
    const first = await mod.load('Bare')
    assert.ok(first?.skin)
    const { etag = '' } = Object.fromEntries((await service.get('/csl/Bare.json')).headers)
    assert.match(etag, /^"[0-9a-f]{32}"$/)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const same = await service.get('/csl/Bare.json', { headers: { 'if-none-match': tags } })
      assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', etag])
      assert.equal(same.headers.get('cache-control'), 'public, max-age=60')
    }
    await setTexture(service.context, operator, bare.id, 'skin', makePng(64, 64, noise(2)))
    const before = mod.asked()
    assert.deepEqual([await mod.load('Bare'), mod.asked()], [first, before])
    service.advance(minute + 1)
    assert.notEqual((await mod.load('Bare'))?.skin, first.skin)
  })

  test('what could never be a name is a name that nobody has, and other scripts are nobody else', async () => {
    const service = await start()
    await dressed(service, 'Steve')
    await dressed(service, 'textures')
    await dressed(service, 'a.json')
    for (const name of ['textures', 'a.json', 'A.JSON']) {
      assert.equal((await service.get(`/csl/${name}.json`)).status, 200, name)
    }
    for (const name of [
      'Nobody',
      '',
      '.',
      '..',
      '%2e%2e',
      '%00',
      '%zz',
      '%',
      'a'.repeat(9000),
      'Steve%20',
      '%20Steve',
      'Steve/',
      'Steve.json',
      'Steve%2f..%2f',
      '..%2ftextures%2fx',
      'Steve%0d%0aX-Evil:1',
      'Steve%3f',
      "'%20or%201=1--",
      '\uff33teve',
      '\u0405teve',
      '\u017fteve',
      'Ste\u0301ve',
      'st\u0131eve',
      '%F0%9F%98%80',
      '%ff',
      '%ed%a0%80',
    ]) {
      const answer = await service.get(`/csl/${name}.json`)
      assert.equal(answer.status, 404, name)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, name)
      assert.equal(answer.json.error, 'Not Found')
    }
    for (const path of [
      '/csl',
      '/csl/',
      '/csl/Steve',
      '/csl/Steve.JSON',
      '/csl/extra-list',
      '/csl/textures',
    ]) {
      const answer = await service.get(path)
      assert.deepEqual([answer.status, answer.json.error], [404, 'Not Found'], path)
    }
    assert.equal((await service.post('/csl/Steve.json', {})).status, 405)
  })

  test('a suspended player keeps the skin, one who is being deleted or renamed loses the name', async () => {
    const service = await start()
    const { context } = service
    const steve = await dressed(service, 'Steve')
    const seen = await service.get('/csl/Steve.json')
    await suspendAccount(context, operator, await service.stored(steve), {})
    assert.equal((await service.get('/csl/Steve.json')).text, seen.text)

    const alex = await dressed(service, 'Alex')
    await renameAccount(context, operator, await service.stored(alex), 'Alexa')
    assert.equal((await service.get('/csl/Alex.json')).status, 404)
    assert.equal((await service.get('/csl/alexa.json')).json.username, 'Alexa')
    await requestDeletion(context, operator, await service.stored(alex))
    assert.equal((await service.get('/csl/Alexa.json')).status, 404)
  })

  test('a name is a lookup, for which a client can be banned; files are not', async () => {
    const service = await start({ NORN_LOOKUP_BAN_RATE: '1', NORN_LOOKUP_BAN_BURST: '10' })
    const { id } = await dressed(service, 'Steve')
    const hash = (await service.stored({ id })).textures.skin?.hash
    for (let count = 0; count < 20; count++) await service.get(`/csl/textures/${hash}`)
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push((await service.get('/csl/Steve.json')).status)
    assert.deepEqual(statuses, [...Array(10).fill(200), 403])
    const known = await service.get('/csl/Steve.json', { headers: { 'if-none-match': '*' } })
    assert.deepEqual([known.status, known.headers.get('retry-after')], [403, '600'])
    assert.equal((await service.get(`/csl/textures/${hash}`)).status, 200)
    const other = await start()
    await addBan(other.context, operator, '127.0.0.1')
    assert.equal((await other.get('/csl/Nobody.json')).status, 403)
  })

  test('each player of an account has a name of its own, a visitor of a neighbour has none here', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const anna = await dressed(service, 'Anna')
    const ben = await addCharacter(service, anna, 'Ben')
    assert.equal((await service.get('/csl/Ben.json')).status, 404)
    await setTexture(service.context, operator, ben.id, 'skin', makePng(64, 64, noise(5)), 'default')
    const { text } = await service.get('/csl/ben.json')
    assert.deepEqual(Object.keys(JSON.parse(text)), ['username', 'skins'])
    assert.ok(!text.includes('Anna'))

    const { at, mocks, ask } = await neighbourhood(t, service, { other: { players: { Visitor: uuid(1) } } })
    assert.equal((await ask('Visitor')).status, 200)
    const asked = mocks['other']?.seen.length
    assert.equal((await service.get('/csl/Visitor.json')).status, 404)
    assert.equal(mocks['other']?.seen.length, asked, 'nobody is asked')
    for (const path of ['Visitor.json', 'Anna.json', 'extra-list/norn.json']) {
      assert.equal((await service.get(`${at}/csl/${path}`)).status, 404, path)
    }
  })
})
