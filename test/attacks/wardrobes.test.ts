// An attack on a wardrobe: filling it, racing for its last place on two instances, and sending what is not a picture.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { wardrobeCount, wardrobeOf } from '../../src/domain/wardrobe/list.ts'
import { keepRecent, recentSkins } from '../../src/domain/wardrobe/recent.ts'
import { removeFromWardrobe } from '../../src/domain/wardrobe/remove.ts'
import { wearFromWardrobe } from '../../src/domain/wardrobe/wear.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { kinds, migrated } from '../databases.ts'
import { chunk, header, imageData, makePng, noise, pngOf } from '../png.ts'
import { onEveryDatabase, type RunningService, startService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const skin = (seed: number) => makePng(64, 64, noise(seed))
const blob = (png: Buffer) => new Blob([new Uint8Array(png)], { type: 'image/png' })

/** Changes of one account at one of several instances. */
const at = ({ context }: RunningService, account: TestAccount) => {
  const by = accountActor(account, '192.0.2.1')
  return {
    add: (seed: number) => addToWardrobe(context, by, account, { png: skin(seed), name: `Skin ${seed}` }),
    wear: (id: string) => wearFromWardrobe(context, by, account, id),
    remove: (id: string) => removeFromWardrobe(context, by, account, id),
    upload: (seed: number) => setTexture(context, by, account.id, 'skin', skin(seed)),
    keep: (hash: string) => keepRecent(context, by, account, { kind: 'skin', hash, word: 'Skin' }),
    recent: async () => (await recentSkins(context, account)).map(({ hash }) => hash),
  }
}

const textures = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('texture').select('hash').execute()).length

/** Fails unless everything that was refused was refused for one of these reasons. Returns how many were. */
function refusals(results: readonly PromiseSettledResult<unknown>[], ...reasons: string[]): number {
  const refused = results.filter((result) => result.status === 'rejected')
  for (const { reason: error } of refused)
    assert.ok(error instanceof Refused && reasons.includes(error.reason), String(error))
  return refused.length
}

for (const kind of kinds()) {
  test(`on two instances at once a wardrobe is never too full, and nothing comes back (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const settings = { NORN_WARDROBE_SIZE: '3' }
    const [here, there] = [
      await startService(database.url, settings),
      await startService(database.url, settings),
    ]
    t.after(async () => {
      await here.close()
      await there.close()
      await database.drop()
    })
    const account = await here.account()
    const [first, second] = [at(here, account), at(there, account)]
    const count = async () => wardrobeCount(here.context, await here.stored(account))
    const adding = Array.from({ length: 10 }, (_, seed) => (seed % 2 ? first : second).add(seed))
    assert.equal(refusals(await Promise.allSettled(adding), 'wardrobe_full'), 7)
    assert.deepEqual([await count(), await textures(here)], [3, 3])

    // Wearing at one and removing at the other.
    for (const { id } of await wardrobeOf(here.context, await here.stored(account), { limit: 9 })) {
      refusals(await Promise.allSettled([first.wear(id), second.remove(id)]), 'texture_unknown')
      assert.equal((await here.stored(account)).textures.skin, undefined)
    }
    assert.equal(await count(), 0)

    // Keeping the oldest of eight, while a launcher uploads one more.
    for (let round = 0; round < 4; round++) {
      for (let seed = 0; seed < 9; seed++) {
        await first.upload(100 * (round + 1) + seed)
        for (const service of [here, there]) service.advance(60_000)
      }
      const oldest = (await first.recent()).at(-1) ?? ''
      const before = await count()
      const results = await Promise.allSettled([second.keep(oldest), first.upload(900 + round)])
      // The upload may have come first, so that it is forgotten.
      const refused = refusals(results, 'texture_unknown', ...(before === 3 ? ['wardrobe_full'] : []))
      assert.equal(await count(), before + 1 - refused, 'it is kept, or refused')
      assert.equal((await first.recent()).length, 8)
    }
  })
}

const end = chunk('IEND')
const [raw, data] = [imageData(64, 64, noise(1)), chunk('IDAT', deflateSync(imageData(64, 64, noise(1))))]

/** Files that are refused. */
const hostile: Record<string, Buffer> = {
  'no PNG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'a ZIP': Buffer.from('PK\u0003\u0004skin.png'),
  'half a file': skin(1).subarray(0, 300),
  'an animation': pngOf(header(64, 64), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), data, end),
  'another size': makePng(63, 64, noise(1)),
  'a picture of 30000 pixels': pngOf(
    header(30_000, 30_000),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    end,
  ),
  'an unknown critical chunk': pngOf(header(64, 64), chunk('EVIL'), data, end),
  'fewer pixels than it says': pngOf(header(64, 64), chunk('IDAT', deflateSync(raw.subarray(0, 99))), end),
}

onEveryDatabase('a wardrobe under attack', (start) => {
  test('keeps all it has while a launcher uploads 60 skins, and shows the last eight of these', async () => {
    const service = await start({ NORN_WARDROBE_SIZE: '4' })
    const account = await service.account()
    const own = at(service, account)
    for (let seed = 0; seed < 4; seed++) await own.add(seed)
    const all = async () => wardrobeOf(service.context, await service.stored(account), { limit: 99 })
    const kept = await all()
    service.advance(600_000)
    const headers = { authorization: `Bearer ${await service.signIn(account)}` }
    for (let seed = 100; seed < 160; seed++) {
      const body = new FormData()
      body.set('file', blob(skin(seed)), 'skin.png')
      const path = `/authlib-injector/api/user/profile/${account.id}/skin`
      assert.equal((await service.request(path, { method: 'PUT', headers, body })).status, 204)
      service.advance(1000)
    }
    assert.deepEqual(await all(), kept)
    const { items } = (await service.get('/api/v1/me/wardrobe?from=recent', { headers })).json
    assert.deepEqual(
      items.map(({ hash }: { hash: string }) => hash),
      await own.recent(),
    )
    const browser = browserOf(service)
    await browser.signIn(account)
    const { text } = await browser.get('/account/wardrobe')
    const recent = text.slice(text.indexOf('<h2>Recent</h2>'))
    const shown = [...recent.matchAll(/name="skin" value="(\w+)">/g)].map(([, hash]) => hash)
    assert.deepEqual([shown.length, shown], [8, await own.recent()])
  })

  test('refuses hostile files and names on its page and by the API, and nothing of them is left', async () => {
    const service = await start()
    const account = await service.account()
    const headers = { authorization: `Bearer ${await service.signIn(account)}` }
    const browser = browserOf(service)
    await browser.signIn(account)
    const path = '/account/wardrobe'
    const page = await browser.get(path)
    const count = async () => wardrobeCount(service.context, await service.stored(account))
    const send = (fields: Record<string, string | Blob>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return service.request('/api/v1/me/wardrobe', { method: 'POST', headers, body })
    }
    for (const [what, png] of Object.entries(hostile)) {
      service.advance(120_000)
      const name = `../../<img src=x onerror=alert(1)>\u202e${what}.png`
      const shown = await browser.send(page, path, { file: new File([new Uint8Array(png)], name) })
      assert.deepEqual([shown.status, shown.text.includes('<img src=x')], [422, false], what)
      const answer = await send({ file: blob(png), name: 'Bad' })
      assert.equal(answer.status, 422, what)
    }
    for (const name of ['\u202eevil', 'a\u2067b', 'a\u0000b', 'a\nb', 'x'.repeat(65), '\u200b']) {
      service.advance(120_000)
      const answers = [
        await send({ file: blob(skin(1)), name }),
        await browser.send(page, path, { file: blob(skin(1)), name }),
      ]
      // No text with a NUL comes as far as a form.
      for (const { status } of answers) assert.ok([400, 422].includes(status), JSON.stringify(name))
    }
    // Twelve files of a mebibyte each are more than one form may have.
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    const body = new FormData()
    body.set('csrf', csrf)
    for (let at = 0; at < 12; at++) body.append('file', new Blob([new Uint8Array(1024 * 1024)]), `${at}.png`)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const large = await service
      .request(path, { method: 'POST', body, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
      .catch(() => undefined)
    assert.ok(large === undefined || large.status === 413)
    assert.deepEqual([await count(), await textures(service)], [0, 0])
  })
})
