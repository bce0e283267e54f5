// Attacks on the library: the same pixels on two instances at once, names that read backwards, and learning about others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { libraryTextures } from '../../src/domain/library/listing.ts'
import { refuseTexture } from '../../src/domain/library/review.ts'
import { shareTexture, stopSharing } from '../../src/domain/library/share.ts'
import { reportShared } from '../../src/domain/moderation/report.ts'
import { takeDownTexture } from '../../src/domain/moderation/take-down.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { kinds, migrated } from '../databases.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, startService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const open = { NORN_LIBRARY: 'public' }

/** A player at one of several instances, who keeps a picture. */
async function keeper(service: RunningService, seed: number, account?: TestAccount) {
  const one = account ?? (await service.account())
  const by = accountActor(one, '192.0.2.1')
  const png = makePng(64, 64, noise(seed))
  const { texture } = await addToWardrobe(service.context, by, one, { png, name: `n${seed}` })
  const player = await service.stored(one)
  return {
    account: one,
    texture,
    share: () => shareTexture(service.context, by, player, texture.id),
    stop: () => stopSharing(service.context, by, player, texture.id),
  }
}

const shown = async ({ context }: RunningService) =>
  (await libraryTextures(context, { sort: 'newest' })).textures

const reasonOf = (error: unknown): string => (error instanceof Refused ? error.reason : String(error))

for (const kind of kinds()) {
  test(`of two who share the same pixels on two instances at once, one does (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const [here, there] = [await startService(database.url, open), await startService(database.url, open)]
    t.after(async () => {
      await here.close()
      await there.close()
      await database.drop()
    })
    const [first, second] = [await keeper(here, 1), await keeper(there, 1, await here.account())]
    for (let round = 0; round < 8; round++) {
      const both = round % 2 === 0 ? [first, second] : [second, first]
      const ends = await Promise.all(both.map(({ share }) => share().then(() => 'shared', reasonOf)))
      assert.deepEqual(ends.sort(), ['shared', 'shared_already'])
      assert.equal((await shown(here)).length, 1)
      for (const { stop } of both) await stop()
      assert.deepEqual(await shown(there), [])
      await here.context.db.query.deleteFrom('guess').execute()
    }
  })
}

onEveryDatabase('the library under attack', (start) => {
  test('names no player whose share is hidden or waits when another tries the same pixels', async () => {
    const service = await start({ ...open, NORN_LIBRARY_REVIEW: 'on' })
    const hidden = await keeper(service, 1)
    await hidden.share()
    const curious = await keeper(service, 1)
    const browser = browserOf(service)
    await browser.signIn(curious.account)
    const answers: string[] = []
    for (const prepare of [
      async () => undefined,
      async () =>
        service.context.db.query.updateTable('shared_texture').set({ state: 'published' }).execute(),
      async () => suspendAccount(service.context, operator, await service.stored(hidden.account), {}),
    ]) {
      await prepare()
      const page = await browser.get('/account/wardrobe')
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
      const { status, text } = await browser.post('/account/wardrobe/share', { csrf, id: curious.texture.id })
      assert.equal(status, 409)
      answers.push(/role="alert"[^>]*>([\s\S]*?)<\/(?:p|div)>/.exec(text)?.[1] ?? '')
      assert.ok(!text.includes(hidden.account.username))
    }
    // A waiting share and a suspended one look the same; only a published one is linked.
    const [waiting, published, suspended] = answers
    assert.match(waiting ?? '', /Somebody has shared this picture already\./)
    assert.match(published ?? '', /href="\/library\//)
    assert.equal(suspended, waiting)
  })

  test('takes no name that reads backwards or hides, new or changed', async () => {
    const service = await start(open)
    const anna = await keeper(service, 1)
    await anna.share()
    const browser = browserOf(service)
    await browser.signIn(anna.account)
    const rename = `/account/wardrobe/${anna.texture.id}/rename`
    for (const code of [0x202e, 0x2066, 0x200f, 0x61c, 0x200b, 0x0a, 0xfeff]) {
      const name = `a${String.fromCodePoint(code)}b`
      const page = await browser.get(rename)
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
      assert.equal((await browser.post(rename, { csrf, name })).status, 422, code.toString(16))
      const by = accountActor(anna.account, '192.0.2.1')
      const png = makePng(64, 64, noise(2))
      const adding = addToWardrobe(service.context, by, anna.account, { png, name })
      assert.equal(await adding.then(String, reasonOf), 'wardrobe_name_malformed')
      const search = await browserOf(service).get(`/library?q=${encodeURIComponent(name)}`)
      assert.equal(search.status, 200)
      const isOnPage = search.text.includes(name) && ![0x200b, 0xfeff, 0x0a].includes(code)
      assert.ok(!isOnPage, code.toString(16))
    }
    assert.deepEqual(
      (await shown(service)).map(({ name }) => name),
      ['n1'],
    )
  })

  test('with a review, a waiting texture is on no page; taken down, it is not shared; refused, it stays kept', async () => {
    const service = await start({ ...open, NORN_LIBRARY_REVIEW: 'on' })
    const anna = await keeper(service, 1)
    await anna.share()
    const row = async () =>
      service.context.db.query.selectFrom('shared_texture').selectAll().executeTakeFirstOrThrow()
    const { id } = await row()
    assert.deepEqual(await shown(service), [])
    assert.equal((await browserOf(service).get(`/library/${id}`)).status, 404)
    const ben = await service.account()
    const reporting = reportShared(
      service.context,
      accountActor(ben, '192.0.2.1'),
      await service.stored(ben),
      {
        id,
        reason: 'I guessed its id',
      },
    )
    assert.equal(await reporting.then(String, reasonOf), 'texture_unknown')
    const report = await service.context.db.query
      .selectFrom('texture_report')
      .select('id')
      .executeTakeFirstOrThrow()
    await refuseTexture(service.context, operator, report.id)
    assert.equal((await row()).state, 'refused')
    const kept = await service.context.db.query.selectFrom('wardrobe_texture').select('id').execute()
    assert.deepEqual(kept, [{ id: anna.texture.id }])

    await takeDownTexture(service.context, operator, anna.texture.hash)
    assert.equal(await anna.share().then(String, reasonOf), 'texture_taken_down')
    assert.equal((await row()).state, 'refused')
  })
})
