// Textures in an object store (docs/decisions/0151-object-store.md).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { moveTextures } from '../../src/domain/game/move-textures.ts'
import { removeTexture, setTexture } from '../../src/domain/game/set-textures.ts'
import { restoreTexture, takeDownTexture } from '../../src/domain/moderation/take-down.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { removeFromWardrobe } from '../../src/domain/wardrobe/remove.ts'
import { sweepUnworn } from '../../src/jobs/sweep.ts'
import { dayMs, minuteMs } from '../../src/lib/measure/units.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { announceObject } from '../../src/storage/textures/loose-objects.ts'
import { takenDownFile } from '../../src/storage/wardrobe/taken-down.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, start2026 } from '../service.ts'
import { type MemoryStore, startMemoryStore } from '../stores/memory-store.ts'
import { until } from '../until.ts'
import { browserOf } from '../web/browser.ts'

const isUnavailable = (error: unknown) =>
  error instanceof Refused && error.reason === 'texture_store_unavailable'

const rowsOf = ({ context }: RunningService) =>
  context.db.query.selectFrom('texture').select(['hash', 'png', 'place', 'bytes']).orderBy('hash').execute()

const looseOf = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('loose_object').select('hash').execute()).map(({ hash }) => hash)

const skinOf = async (service: RunningService, id: string) =>
  (await service.stored({ id })).textures.skin?.hash ?? ''

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

const bytesOf = async (service: RunningService, hash: string) => {
  const answer = await fetch(`${service.baseUrl}/textures/${hash}`)
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

/** Uploads a skin as a launcher does. */
function uploadSkin(service: RunningService, id: string, token: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(makePng(64, 64, noise(3)))], { type: 'image/png' }), 's.png')
  return service.request(`/authlib-injector/api/user/profile/${id}/skin`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
}

onEveryDatabase('object store', (start, _shared, kind) => {
  const stores: MemoryStore[] = []
  after(async () => {
    for (const store of stores) await store.stop().catch(() => undefined)
  })

  async function withStore(settings: Record<string, string> = {}) {
    let now = () => start2026
    const store = await startMemoryStore(() => now())
    stores.push(store)
    const service = await start({ ...store.settings, ...settings })
    now = service.now
    return { store, service, account: await service.account() }
  }

  const dress = ({ context }: RunningService, id: string, seed: number) =>
    setTexture(context, operator, id, 'skin', makePng(64, 64, noise(seed)))

  test('a file is written before its row, served from there, and deleted after it', async () => {
    const { store, service, account } = await withStore()
    await dress(service, account.id, 1)
    const [row] = await rowsOf(service)
    assert.deepEqual([row?.png, row?.place], ['', 's3'])
    const [[name, object] = []] = [...store.objects]
    assert.equal(name, `norn/${row?.hash}`)
    assert.equal(object?.type, 'image/png')
    assert.equal(object?.caching, 'public, max-age=31536000, immutable')
    assert.equal(object?.body.length, row?.bytes)
    assert.deepEqual(await looseOf(service), [])

    const { status, body } = await bytesOf(service, row?.hash ?? '')
    assert.deepEqual([status, sha256(body)], [200, row?.hash])
    await bytesOf(service, row?.hash ?? '')
    assert.equal(store.requests.filter((line) => line.startsWith('GET')).length, 1, 'then it is cached')

    await removeTexture(service.context, operator, account.id, 'skin')
    await sweepUnworn(service.context, '')
    service.advance(dayMs)
    await sweepUnworn(service.context, '')
    assert.deepEqual(await rowsOf(service), [])
    await service.context.textureFiles.deleteLooseObjects()
    assert.equal(store.objects.size, 0)
    assert.deepEqual(await looseOf(service), [])
  })

  test('the same pixels are written once, and stay for those who keep them', async () => {
    const { store, service, account } = await withStore()
    await dress(service, account.id, 1)
    const file = { png: makePng(64, 64, noise(1)), name: 'mine' }
    const { texture } = await addToWardrobe(service.context, operator, account, file)
    assert.equal(store.requests.filter((line) => line.startsWith('PUT')).length, 1)
    await removeTexture(service.context, operator, account.id, 'skin')
    await removeFromWardrobe(service.context, operator, account, texture.id)
    // Trying on leaves nothing behind.
    await dress(service, account.id, 2)
    await service.context.textureFiles.deleteLooseObjects()
    const worn = await skinOf(service, account.id)
    assert.deepEqual([...store.objects.keys()], [`norn/${worn}`])
  })

  test('while the store is down, uploads are 503 and change nothing, cached files are served, joins are as before', async () => {
    const { store, service, account } = await withStore()
    const token = await service.signIn(account)
    await dress(service, account.id, 1)
    const cached = await skinOf(service, account.id)
    await bytesOf(service, cached)
    const other = await service.account()
    await dress(service, other.id, 2)
    const uncached = await skinOf(service, other.id)
    const before = await rowsOf(service)
    await store.stop()

    const upload = () => uploadSkin(service, account.id, token)
    const refused = await upload()
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    assert.equal(
      refused.json.errorMessage,
      'The pictures are temporarily unavailable. Try again in a moment.',
    )
    assert.equal((await bytesOf(service, cached)).status, 200)
    const missing = await bytesOf(service, uncached)
    assert.deepEqual([missing.status, missing.headers.get('retry-after')], [503, '5'])
    assert.equal(missing.headers.get('cache-control'), 'no-store')
    assert.deepEqual(await rowsOf(service), before)
    assert.equal(await skinOf(service, account.id), cached)

    const joined = await service.post('/session/join', {
      accessToken: token,
      selectedProfile: account.id,
      serverId: 'a1',
    })
    assert.equal(joined.status, 200)
    const seen = await service.get(`/session/hasJoined?username=${account.username}&serverId=a1`)
    assert.equal(seen.status, 200)
    assert.equal((await service.get(`/session/profile/${account.id}?unsigned=false`)).status, 200)

    await store.start()
    service.advance(10_000)
    assert.equal((await upload()).status, 204)
    assert.equal((await bytesOf(service, uncached)).status, 200)
    // Only leftovers of a broken upload are deleted.
    service.advance(2 * minuteMs)
    await service.context.textureFiles.deleteLooseObjects()
    const named = (await rowsOf(service)).map(({ hash }) => `norn/${hash}`)
    assert.deepEqual([...store.objects.keys()].toSorted(), named)
    assert.deepEqual(await looseOf(service), [])
  })

  test('while the store hangs, joins never ask it and take no longer, and an upload is 503 within 6 seconds', async () => {
    const { store, service, account } = await withStore()
    const token = await service.signIn(account)
    await dress(service, account.id, 1)
    const play = async (serverId: string) => {
      const began = performance.now()
      const join = { accessToken: token, selectedProfile: account.id, serverId }
      assert.equal((await service.post('/session/join', join)).status, 200)
      const seen = await service.get(`/session/hasJoined?username=${account.username}&serverId=${serverId}`)
      const profile = await service.get(`/session/profile/${account.id}?unsigned=false`)
      for (const { status, json } of [seen, profile]) {
        assert.equal(status, 200)
        assert.ok(json.properties[0].signature)
      }
      return performance.now() - began
    }
    const usualMs = await play('a1')
    store.behave(() => true)
    const asked = store.requests.length
    const hangingMs = await play('a2')
    assert.equal(store.requests.length, asked)
    assert.ok(hangingMs < 1000 + 5 * usualMs, `${hangingMs} ms, and ${usualMs} ms before`)
    // The wait is the same on every database.
    if (kind !== 'sqlite') return
    const began = performance.now()
    const uploading = uploadSkin(service, account.id, token)
    await until('the upload waits', async () => store.requests.length > asked)
    const meanwhileMs = await play('a3')
    assert.ok(meanwhileMs < 1000 + 5 * usualMs, `${meanwhileMs} ms, and ${usualMs} ms before`)
    const refused = await uploading
    const tookMs = performance.now() - began
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    assert.ok(tookMs < 6000 + 5 * usualMs, `${tookMs} ms`)
    assert.deepEqual(store.requests.slice(asked), [store.requests.at(-1)], 'the upload alone asked')
  })

  test('a texture that is taken down leaves the store at once, and can be restored', async () => {
    const { store, service, account } = await withStore()
    await dress(service, account.id, 1)
    const hash = await skinOf(service, account.id)
    await bytesOf(service, hash)
    await takeDownTexture(service.context, operator, hash)
    assert.equal(store.objects.size, 0)
    assert.equal((await bytesOf(service, hash)).status, 404)
    await assert.rejects(dress(service, account.id, 1), /texture_taken_down/)
    assert.equal(store.objects.size, 0, 'a refused file is not written')
    await restoreTexture(service.context, operator, hash)
    assert.equal(sha256((await bytesOf(service, hash)).body), hash)
  })

  test('a store that is down keeps nobody from taking down, and gives the file later', async () => {
    const { store, service, account } = await withStore()
    await dress(service, account.id, 1)
    const hash = await skinOf(service, account.id)
    await store.stop()
    await takeDownTexture(service.context, operator, hash)
    assert.equal((await bytesOf(service, hash)).status, 404)
    assert.equal(await takenDownFile(service.context.db, hash), undefined)
    await store.start()
    service.advance(2 * minuteMs)
    await service.context.textureFiles.deleteLooseObjects()
    assert.equal(store.objects.size, 0)
    assert.equal(sha256((await takenDownFile(service.context.db, hash)) ?? ''), hash)
    await restoreTexture(service.context, operator, hash)
    assert.equal((await bytesOf(service, hash)).status, 200)
  })

  test('a picture that is being deleted is stored in the database meanwhile, so that no deletion can hit it', async () => {
    const { store, service, account } = await withStore()
    await dress(service, account.id, 1)
    const hash = await skinOf(service, account.id)
    await removeTexture(service.context, operator, account.id, 'skin')
    service.advance(1)
    // The deletion arrives at the store, but its answer is lost.
    store.behave((request, response) => {
      if (request.method !== 'DELETE') return false
      response.destroy()
      return true
    })
    await dress(service, account.id, 2)
    await service.context.textureFiles.deleteLooseObjects()
    await dress(service, account.id, 1)
    const row = (await rowsOf(service)).find((one) => one.hash === hash)
    assert.equal(row?.place, 'database')
    store.behave()
    service.advance(2 * minuteMs)
    await service.context.textureFiles.deleteLooseObjects()
    assert.ok(!store.objects.has(`norn/${hash}`))
    assert.equal(sha256((await bytesOf(service, hash)).body), hash)
  })

  test('an upload whose object is deleted before its row is written keeps its file', async () => {
    const { store, service, account } = await withStore()
    const { context } = service
    const png = makePng(64, 64, noise(7))
    const place = context.textureFiles.place.bind(context.textureFiles)
    let stored: string[] = []
    context.textureFiles.place = async (file, group) => {
      const placed = await place(file, group)
      stored = [...store.objects.keys()]
      service.advance(2 * minuteMs)
      assert.equal(await context.textureFiles.deleteLooseObjects(), 1)
      return placed
    }
    await setTexture(context, operator, account.id, 'skin', png)
    const hash = await skinOf(service, account.id)
    assert.deepEqual(stored, [`norn/${hash}`])
    assert.equal(store.objects.size, 0)
    assert.equal(sha256((await bytesOf(service, hash)).body), hash)
  })

  test('an object that a texture names is kept, whatever a killed process has left', async () => {
    const { store, service, account } = await withStore()
    await dress(service, account.id, 1)
    const hash = await skinOf(service, account.id)
    assert.ok(await announceObject(service.context.db, hash, service.now()))
    service.advance(2 * minuteMs)
    assert.equal(await service.context.textureFiles.deleteLooseObjects(), 0)
    assert.deepEqual([...store.objects.keys()], [`norn/${hash}`])
    // It goes when the texture goes.
    await takeDownTexture(service.context, operator, hash)
    assert.equal(store.objects.size, 0)
    assert.deepEqual(await looseOf(service), [])
  })

  test('files move to the store and back, as often as somebody likes', async () => {
    const { store, service } = await withStore()
    const { context } = service
    const quiet = { left: () => undefined, moved: () => undefined }
    const ids = []
    for (let seed = 0; seed < 20; seed++) {
      const { id } = await service.account()
      ids.push(id)
      await dress(service, id, 100 + seed)
    }
    assert.equal(await moveTextures(context, 's3', quiet), 0)
    assert.equal(await moveTextures(context, 'database', quiet), 20)
    assert.equal(store.objects.size, 0)
    assert.deepEqual(await looseOf(service), [])
    const check = async (place: string) => {
      const rows = await rowsOf(service)
      assert.deepEqual([...new Set(rows.map((row) => row.place))], [place])
      for (const { hash } of rows) assert.equal(sha256((await bytesOf(service, hash)).body), hash)
      return rows
    }
    await check('database')
    // Interrupted by a store that stops answering, and repeated.
    store.behave((request, response) => {
      if (request.method !== 'PUT' || store.objects.size < 9) return false
      response.writeHead(500).end()
      return true
    })
    await assert.rejects(moveTextures(context, 's3', quiet), isUnavailable)
    store.behave()
    service.advance(2 * minuteMs)
    // One alone is let through after the pause.
    await context.textureFiles.deleteLooseObjects()
    const moved = await moveTextures(context, 's3', quiet)
    assert.ok(moved > 0 && moved < 20, String(moved))
    const rows = await check('s3')
    assert.deepEqual(
      [...store.objects.keys()].toSorted(),
      rows.map(({ hash }) => `norn/${hash}`),
    )
    // One that the store has lost is left, and named.
    const lost = rows[3]?.hash ?? ''
    store.objects.delete(`norn/${lost}`)
    const left: string[] = []
    assert.equal(await moveTextures(context, 'database', { ...quiet, left: (hash) => left.push(hash) }), 19)
    assert.deepEqual(left, [lost])
    assert.deepEqual(
      (await rowsOf(service)).filter(({ place }) => place === 's3').map(({ hash }) => hash),
      [lost],
    )
  })

  test('a page tells which of several files have to be sent once more', async () => {
    const { store, service, account } = await withStore()
    const browser = browserOf(service)
    await browser.signIn(account)
    const path = '/account/wardrobe'
    const page = await browser.get(path)
    await store.stop()
    const file = new File([new Uint8Array(makePng(64, 64, noise(1)))], 'red.png', { type: 'image/png' })
    for (const [at, field, heading] of [
      [path, 'file', 'Wardrobe'],
      ['/account/skin', 'skin', 'Skin and cape'],
    ] as const) {
      const answer = await browser.send(at === path ? page : await browser.get(at), at, { [field]: file })
      assert.deepEqual(
        [answer.status, answer.heading, answer.alert],
        [503, heading, 'Temporarily unavailable Try again in a moment.'],
      )
      assert.match(answer.text, /type="file"/)
    }
    await store.start()
    service.advance(10_000)
    assert.equal((await browser.send(await browser.get(path), path, { file })).status, 200)
  })

  test('games fetch files of the store at the public address, and others here', async () => {
    const settings = { NORN_TEXTURES_PUBLIC_URL: 'https://cdn.example.org/skins' }
    const { store, service, account } = await withStore(settings)
    await dress(service, account.id, 1)
    const skin = await skinOf(service, account.id)
    await store.stop()
    const links = async () => {
      const profile = (await service.get(`/session/profile/${account.id}?unsigned=false`)).json
      return JSON.parse(Buffer.from(profile.properties[0].value, 'base64').toString()).textures
    }
    assert.equal((await links()).SKIN.url, `https://cdn.example.org/skins/${skin}`)
    const token = await service.signIn(account)
    const join = { accessToken: token, selectedProfile: account.id, serverId: 'a2' }
    assert.equal((await service.post('/session/join', join)).status, 200)
    const seen = await service.get(`/session/hasJoined?username=${account.username}&serverId=a2`)
    assert.ok(Buffer.from(seen.json.properties[0].value, 'base64').toString().includes('cdn.example.org'))
    const root = (await service.get('/authlib-injector/')).json
    assert.deepEqual(root.skinDomains, ['127.0.0.1', 'cdn.example.org'])
    const { validUris } = (await service.get('/authlib-injector/discovery')).json.discovery.profiles.endpoints
      .getTexture
    assert.deepEqual(validUris, [
      `${service.baseUrl}/textures/{textureId}`,
      'https://cdn.example.org/skins/{textureId}',
    ])
    await store.start()
    service.advance(10_000)
    await moveTextures(service.context, 'database', { left: () => undefined, moved: () => undefined })
    assert.equal((await links()).SKIN.url, `${service.baseUrl}/textures/${skin}`)
  })
})
