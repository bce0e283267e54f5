import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { removeTexture, setTexture } from '../../../src/domain/game/set-textures.ts'
import { sweepUnworn } from '../../../src/jobs/sweep.ts'
import { textureByHash } from '../../../src/storage/textures/textures.ts'
import { makePng, noise, pixels, readPng } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const notFound = JSON.stringify({ error: 'Not Found', errorMessage: 'There is no such texture.' })
const day = 86_400_000

/** The textures in a profile. */
async function shown(service: RunningService, id: string) {
  const { json } = await service.get(`/session/profile/${id}`)
  return JSON.parse(Buffer.from(json.properties[0].value, 'base64').toString()).textures
}

const bytesOf = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

onEveryDatabase('GET /textures/{hash}', (start) => {
  test('the last segment is the SHA-256 of the served bytes', async () => {
    const service = await start()
    const { id } = await service.account()
    await setTexture(service.context, operator, id, 'skin', makePng(64, 64, noise(1)), 'slim')
    await setTexture(service.context, operator, id, 'cape', makePng(64, 32, noise(2)))
    const { SKIN, CAPE } = await shown(service, id)
    assert.deepEqual(Object.keys(SKIN), ['url', 'metadata'])
    assert.deepEqual(SKIN.metadata, { model: 'slim' })
    assert.deepEqual(Object.keys(CAPE), ['url'])
    for (const [{ url }, expected] of [
      [SKIN, pixels(64, 64, noise(1))],
      [CAPE, pixels(64, 32, noise(2))],
    ]) {
      assert.match(url, new RegExp(`^${service.baseUrl}/textures/[0-9a-f]{64}$`))
      const { response, body } = await bytesOf(url)
      assert.equal(response.status, 200)
      assert.equal(createHash('sha256').update(body).digest('hex'), url.split('/').at(-1))
      assert.ok(readPng(body).pixels.equals(expected))
    }
  })

  test('files are immutable, always images, and revalidated by their ETag', async () => {
    const service = await start()
    const { id } = await service.account()
    await setTexture(service.context, operator, id, 'skin', makePng(64, 64, noise(1)))
    const { url } = (await shown(service, id)).SKIN
    const { response, body } = await bytesOf(url)
    const hash = url.split('/').at(-1)
    const expected = {
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}"`,
      'content-length': String(body.length),
      'accept-ranges': 'none',
    }
    for (const [name, value] of Object.entries(expected)) assert.equal(response.headers.get(name), value)

    const head = await bytesOf(url, { method: 'HEAD' })
    assert.deepEqual([head.response.status, head.body.length], [200, 0])
    for (const [name, value] of Object.entries(expected)) assert.equal(head.response.headers.get(name), value)

    for (const tag of [`"${hash}"`, `W/"${hash}"`, `"a", "${hash}"`, '*']) {
      const again = await bytesOf(url, { headers: { 'if-none-match': tag } })
      assert.deepEqual([again.response.status, again.body.length], [304, 0], tag)
      assert.equal(again.response.headers.get('etag'), `"${hash}"`)
    }
    const other = await bytesOf(url, { headers: { 'if-none-match': '"a"' } })
    assert.equal(other.response.status, 200)
    for (const range of ['bytes=0-9', 'bytes=99999999-', 'bytes=-1,0-0', 'lines=1']) {
      const whole = await bytesOf(url, { headers: { range } })
      assert.equal(whole.response.status, 200, range)
      assert.ok(whole.body.equals(body))
    }
  })

  test('an unknown file is not found', async () => {
    const service = await start()
    for (const hash of ['0'.repeat(64), 'x', 'A'.repeat(64), '..%2f..%2fetc%2fpasswd', '%00', "'--"]) {
      const { status, text } = await service.get(`/textures/${hash}`)
      assert.deepEqual([status, text], [404, notFound], hash)
    }
    const { status, headers } = await service.post(`/textures/${'0'.repeat(64)}`, {})
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'])
  })

  test('a texture that nobody uses is deleted after a day, and not before', async () => {
    const service = await start()
    const { context } = service
    const [steve, alex] = [await service.account(), await service.account()]
    await setTexture(context, operator, steve.id, 'skin', makePng(64, 64, noise(1)))
    await setTexture(context, operator, alex.id, 'skin', makePng(64, 64, noise(1)))
    await setTexture(context, operator, alex.id, 'cape', makePng(64, 32, noise(2)))
    const hashes: string[] = (await context.db.query.selectFrom('texture').select('hash').execute()).map(
      ({ hash }) => hash,
    )
    assert.equal(hashes.length, 2)
    const left = async () => {
      await sweepUnworn(context, '')
      const files = await Promise.all(hashes.map((hash) => textureByHash(context.db, hash)))
      return files.filter(Boolean).length
    }
    await removeTexture(context, operator, steve.id, 'skin')
    assert.equal(await left(), 2)
    service.advance(2 * day)
    assert.equal(await left(), 2, 'alex wears both')
    await removeTexture(context, operator, alex.id, 'skin')
    assert.equal(await left(), 2, 'seen for the first time')
    service.advance(day - 1)
    assert.equal(await left(), 2, 'less than a day ago')
    await setTexture(context, operator, steve.id, 'skin', makePng(64, 64, noise(1)))
    service.advance(2 * day)
    assert.equal(await left(), 2, 'worn again')
    await removeTexture(context, operator, steve.id, 'skin')
    assert.equal(await left(), 2, 'the day starts again')
    service.advance(day)
    assert.equal(await left(), 1)
    service.advance(9 * day)
    assert.equal(await left(), 1, 'the cape is in use')
    const wear = (cape_hash: string | null) =>
      context.db.query.updateTable('account').set({ cape_hash }).where('id', '=', alex.id).execute()
    const cape = (await shown(service, alex.id)).CAPE.url.split('/').at(-1)
    await wear(null)
    assert.equal(await left(), 1, 'marked')
    await wear(cape)
    service.advance(2 * day)
    assert.equal(await left(), 1, 'used again, though its mark was not removed')
    await wear(null)
    assert.equal(await left(), 1, 'the day starts again')
  })
})
