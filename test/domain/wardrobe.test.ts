// An account keeps textures: on real databases, with uploads, removals and players at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportOwnData } from '../../src/domain/accounts/own-export.ts'
import { joinAccount } from '../../src/domain/characters/join.ts'
import { partCharacter } from '../../src/domain/characters/part.ts'
import { setFormerSkin } from '../../src/domain/game/former-skins.ts'
import { setTexture } from '../../src/domain/game/set-textures.ts'
import { addToWardrobe, type SentToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { wardrobeCount, wardrobeOf } from '../../src/domain/wardrobe/list.ts'
import { nameOfFile } from '../../src/domain/wardrobe/names.ts'
import { keepRecent, recentSkins } from '../../src/domain/wardrobe/recent.ts'
import { removeFromWardrobe } from '../../src/domain/wardrobe/remove.ts'
import { renameInWardrobe } from '../../src/domain/wardrobe/rename.ts'
import { wearFromWardrobe } from '../../src/domain/wardrobe/wear.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { lockAccount } from '../../src/storage/accounts/accounts.ts'
import { sweepTextures } from '../../src/storage/textures/sweep-textures.ts'
import { textureByHash } from '../../src/storage/textures/textures.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise, type Paint } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { watchWaiting } from '../storage/lock-waits.ts'

const refusedAs = (reason: string) => (error: unknown) => error instanceof Refused && error.reason === reason

const skin = (seed: number) => makePng(64, 64, noise(seed))

/** The picture of an old cape: only its own part is painted. */
const onCape: Paint = (x, y) => (x < 22 && y < 17 ? noise(1)(x, y) : [0, 0, 0, 0])

async function player(service: RunningService) {
  const { context } = service
  const account = await service.account()
  const by = accountActor(account, '192.0.2.1')
  const now = () => service.stored(account)
  return {
    account,
    by,
    now,
    add: (sent: Partial<SentToWardrobe> = {}, who: { id: string } = account) =>
      addToWardrobe(context, by, who, { png: skin(1), name: 'Red', ...sent }),
    wear: (id: string, who: { id: string } = account) => wearFromWardrobe(context, by, who, id),
    remove: (id: string) => removeFromWardrobe(context, by, account, id),
    rename: (id: string, name: string) => renameInWardrobe(context, by, account, id, name),
    all: async (who?: Account) => wardrobeOf(context, who ?? (await now()), { limit: 2000 }),
    worn: async (who: { id: string } = account) => {
      const { skin, cape } = (await service.stored(who)).textures
      return { ...(skin && { skin }), ...(cape && { cape }) }
    },
    count: async () => wardrobeCount(context, await now()),
    upload: (seed: number) => setTexture(context, by, account.id, 'skin', skin(seed)),
  }
}

const textures = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('texture').select('hash').execute()).length

onEveryDatabase('a wardrobe', (start) => {
  test('keeps a picture, and nobody wears it before they choose it', async () => {
    const service = await start()
    const anna = await player(service)
    const { texture, isNew } = await anna.add()
    assert.equal(isNew, true)
    assert.deepEqual(await anna.worn(), {})
    const [kept] = await anna.all()
    assert.deepEqual(kept, texture)
    assert.deepEqual(
      [texture.name, texture.kind, texture.model, texture.isWorn],
      ['Red', 'skin', 'default', false],
    )
    await anna.wear(texture.id)
    assert.deepEqual(await anna.worn(), { skin: { hash: texture.hash, model: 'default' } })
    assert.equal((await anna.all())[0]?.isWorn, true)
    await anna.remove(texture.id)
    assert.deepEqual([await anna.count(), await anna.worn()], [0, {}])
    const recent = await recentSkins(service.context, anna.account)
    assert.deepEqual(
      recent.map(({ hash }) => hash),
      [texture.hash],
    )
  })

  test('shows the newest first, in pages', async () => {
    const service = await start()
    const anna = await player(service)
    for (const seed of [1, 2, 3]) {
      await anna.add({ png: skin(seed), name: `Skin ${seed}` })
      service.advance(1)
    }
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    assert.deepEqual(names(await anna.all()), ['Skin 3', 'Skin 2', 'Skin 1'])
    const first = await wardrobeOf(service.context, await anna.now(), { limit: 2 })
    const after = first[1]?.id
    assert.deepEqual(names(await wardrobeOf(service.context, await anna.now(), { after, limit: 2 })), [
      'Skin 1',
    ])
  })

  test('keeps the same pixels once, as a skin and as a cape, and stores them once for all', async () => {
    const service = await start()
    const [anna, ben] = [await player(service), await player(service)]
    const { texture } = await anna.add()
    const again = await anna.add({ name: 'Blue' })
    assert.deepEqual(again, { texture, isNew: false })
    assert.equal((await anna.add({ name: 'Slim', kind: 'skin', model: 'slim' })).texture.model, 'slim')
    await ben.add()
    assert.deepEqual([await anna.count(), await ben.count(), await textures(service)], [1, 1, 1])
    const png = makePng(64, 32, noise(2))
    await anna.add({ png, kind: 'skin' })
    await anna.add({ png, kind: 'cape' })
    assert.deepEqual([await anna.count(), await textures(service)], [3, 2])
  })

  test('guesses the kind from size and pixels', async () => {
    const anna = await player(await start())
    const slim: Paint = (x, y) => (x >= 54 && x < 56 && y >= 20 && y < 32 ? [0, 0, 0, 0] : noise(3)(x, y))
    for (const [png, kind, model] of [
      [skin(1), 'skin', 'default'],
      [makePng(64, 64, slim), 'skin', 'slim'],
      [makePng(64, 32, noise(1)), 'skin', 'default'],
      [makePng(64, 32, onCape), 'cape', null],
      [makePng(22, 17, noise(1)), 'cape', null],
    ] as const) {
      const { texture } = await anna.add({ png })
      assert.deepEqual([texture.kind, texture.model], [kind, model])
    }
  })

  test('is never too full, however many files come at once, and removes nothing by itself', async () => {
    const service = await start({ NORN_WARDROBE_SIZE: '3' })
    const anna = await player(service)
    const seeds = Array.from({ length: 12 }, (_, seed) => seed)
    const results = await Promise.allSettled(seeds.map((seed) => anna.add({ png: skin(seed) })))
    const refused = results.filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 9)
    for (const { reason } of refused as PromiseRejectedResult[]) assert.ok(refusedAs('wardrobe_full')(reason))
    assert.deepEqual([await anna.count(), await textures(service)], [3, 3])
    const kept = await anna.all()
    for (const { hash } of kept) {
      const at = seeds.map((seed) => anna.add({ png: skin(seed) }).catch(() => undefined))
      assert.ok(
        (await Promise.all(at)).some((added) => added?.texture.hash === hash),
        'a known one is found',
      )
    }
    for (let seed = 100; seed < 160; seed++) await anna.upload(seed)
    assert.deepEqual(await anna.all(), kept)
    assert.equal((await recentSkins(service.context, anna.account)).length, 8)
  })

  test('leaves nothing of what it refuses', async () => {
    const service = await start()
    const anna = await player(service)
    const before = await textures(service)
    for (const name of [
      '',
      ' Red',
      'Red ',
      'a\nb',
      'a\u0000b',
      'a\u202eb',
      'a\u2066b',
      'a\u200fb',
      '\u{1f600}'.repeat(65),
      'x'.repeat(65),
    ])
      await assert.rejects(anna.add({ name }), refusedAs('wardrobe_name_malformed'), JSON.stringify(name))
    for (const [png, reason] of [
      [Buffer.from('none'), 'texture_malformed'],
      [makePng(63, 64, noise(1)), 'texture_size_unknown'],
      [Buffer.alloc(1024 * 1024 + 1), 'texture_too_large'],
      [skin(1).subarray(0, 200), 'texture_malformed'],
    ] as const)
      await assert.rejects(anna.add({ png }), refusedAs(reason))
    await assert.rejects(anna.add({ png: skin(1), kind: 'cape' }), refusedAs('texture_size_unknown'))
    assert.deepEqual([await textures(service), await anna.count()], [before, 0])
    const { texture } = await anna.add({ name: '\u{1f600}'.repeat(64) })
    await assert.rejects(anna.rename(texture.id, ''), refusedAs('wardrobe_name_malformed'))
    await anna.rename(texture.id, '<b>"&amp;')
    assert.equal((await anna.all())[0]?.name, '<b>"&amp;')
  })

  test('charges an upload for adding, and nothing for wearing', async () => {
    const anna = await player(await start())
    const { texture } = await anna.add()
    const { texture: other } = await anna.add({ png: skin(2) })
    for (let times = 0; times < 70; times++) await anna.wear(times % 2 ? texture.id : other.id)
    for (let times = 0; times < 58; times++) await anna.add()
    await assert.rejects(anna.add(), refusedAs('too_many_uploads'))
    await anna.wear(other.id)
  })

  test('is nobody else’s', async () => {
    const service = await start()
    const [anna, ben] = [await player(service), await player(service)]
    const { texture } = await anna.add()
    await assert.rejects(ben.wear(texture.id), refusedAs('texture_unknown'))
    await assert.rejects(ben.remove(texture.id), refusedAs('texture_unknown'))
    await assert.rejects(ben.rename(texture.id, 'Mine'), refusedAs('texture_unknown'))
    const theirs = { kind: 'skin', hash: texture.hash, word: 'Skin' } as const
    await assert.rejects(
      keepRecent(service.context, ben.by, ben.account, theirs),
      refusedAs('texture_unknown'),
    )
    assert.deepEqual(await anna.all(), [texture])
    assert.deepEqual(await ben.worn(), {})
  })

  test('is the account’s, for all of its players', async () => {
    const service = await start()
    const { context } = service
    const anna = await player(service)
    const bea = await addCharacter(service, anna.account, 'Bea')
    const now = () => service.stored(bea)
    const { texture } = await anna.add({}, bea)
    await anna.wear(texture.id, bea)
    await anna.wear(texture.id)
    assert.deepEqual(await anna.all(await now()), [{ ...texture, isWorn: true }])
    await anna.upload(9)
    await anna.remove(texture.id)
    assert.deepEqual(await anna.worn(bea), {})
    assert.ok((await anna.worn()).skin, 'another one that is worn stays on')
    assert.deepEqual(
      (await recentSkins(context, bea)).map(({ hash }) => hash),
      [texture.hash],
    )
    const { texture: second } = await anna.add({ png: skin(2) })
    await anna.wear(second.id, bea)
    await context.db.query.updateTable('account').set({ suspended_at: 1 }).where('id', '=', bea.id).execute()
    const { texture: third } = await anna.add({ png: skin(3) })
    await assert.rejects(anna.wear(third.id, bea), refusedAs('character_suspended'))
    await anna.remove(second.id)
    assert.equal((await anna.worn(bea)).skin?.hash, second.hash, 'a suspended character stays as it is')
  })

  test('shows the last eight skins that are not kept, whatever else the player wore', async () => {
    const service = await start()
    const { context } = service
    const anna = await player(service)
    for (let seed = 0; seed < 9; seed++) {
      await anna.upload(seed)
      service.advance(1)
    }
    const kept: string[] = []
    for (let seed = 20; seed < 32; seed++) kept.push((await anna.add({ png: skin(seed) })).texture.id)
    for (const id of kept) {
      await anna.wear(id)
      service.advance(1)
    }
    const recent = await recentSkins(context, anna.account)
    assert.equal(recent.length, 8)
    const own = new Set((await anna.all()).map(({ hash }) => hash))
    assert.ok(recent.every(({ hash }) => !own.has(hash)))
    const [last] = recent
    assert.ok(last)
    await keepRecent(context, anna.by, anna.account, { kind: 'skin', hash: last.hash, word: 'Red' })
    await keepRecent(context, anna.by, anna.account, { kind: 'skin', hash: last.hash, word: 'Red' })
    assert.equal((await anna.all())[0]?.name, 'Red 2')
    const left = await recentSkins(context, anna.account)
    assert.ok(!left.some(({ hash }) => hash === last.hash))
    await setFormerSkin(context, anna.by, anna.account.id, left[0]?.hash ?? '')
  })

  test('keeps its files from the sweep, and lets go of them', async () => {
    const service = await start()
    const { db } = service.context
    const anna = await player(service)
    const { texture } = await anna.add()
    const sweepAll = async () => {
      await sweepTextures(db, { after: '', now: service.now(), unwornSince: 0 })
      service.advance(1)
      await sweepTextures(db, { after: '', now: service.now(), unwornSince: service.now() })
    }
    await sweepAll()
    assert.ok(await textureByHash(db, texture.hash))
    await anna.remove(texture.id)
    await sweepAll()
    assert.equal(await textureByHash(db, texture.hash), undefined)
  })

  test('takes a texture off for good when wearing and removing come at once', async (t) => {
    const service = await start()
    const anna = await player(service)
    for (let seed = 0; seed < 10; seed++) {
      const { texture } = await anna.add({ png: skin(seed) })
      await Promise.allSettled([anna.wear(texture.id), anna.remove(texture.id)])
      assert.deepEqual([await anna.worn(), await anna.count()], [{}, 0])
    }
    // The account is locked while both wait, so that they really are at once.
    const { texture } = await anna.add({ png: skin(50) })
    const [isLocked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locked = service.context.db.transaction(async (tx) => {
      await lockAccount(tx, anna.account.id)
      isLocked.resolve()
      await released.promise
    })
    await isLocked.promise
    const bothWait = watchWaiting(t, service.context.db, 2)
    const both = Promise.allSettled([anna.wear(texture.id), anna.remove(texture.id)])
    await bothWait()
    released.resolve()
    await Promise.all([locked, both])
    assert.deepEqual([await anna.worn(), await anna.count()], [{}, 0])
  })

  test('is in the export, and goes with the account', async () => {
    const service = await start()
    const { context } = service
    const anna = await player(service)
    for (let seed = 0; seed < 10; seed++) await anna.add({ png: skin(seed), name: `Skin ${seed}` })
    const { wardrobe } = await exportOwnData(context, anna.by, await anna.now())
    const held = []
    for await (const each of wardrobe) held.push(each)
    assert.equal(held.length, 10)
    assert.ok(held.every(({ name, png }) => /^Skin \d$/.test(name) && png?.startsWith('iVBOR')))
    await context.db.query.deleteFrom('account').where('id', '=', anna.account.id).execute()
    assert.deepEqual(await context.db.query.selectFrom('wardrobe_texture').selectAll().execute(), [])
  })

  test('goes to the account that its account joins', async () => {
    const service = await start({ NORN_WARDROBE_SIZE: '2' })
    const { context } = service
    const [anna, ben] = [await player(service), await player(service)]
    for (const seed of [1, 2]) await anna.add({ png: skin(seed) })
    for (const seed of [2, 3]) await ben.add({ png: skin(seed) })
    await joinAccount(context, operator, ben.account, { owner: anna.account, dropEmail: true })
    assert.equal(await anna.count(), 4)
    await assert.rejects(anna.add({ png: skin(4) }), refusedAs('wardrobe_full'))
    await partCharacter(context, operator, ben.account)
    assert.deepEqual([await anna.count(), await ben.count()], [2, 2])
  })

  test('shows the holder of a token what is kept for its own player, and nothing of the others', async () => {
    const service = await start({ NORN_WARDROBE_SIZE: '4' })
    const { context } = service
    const anna = await player(service)
    const bea = await addCharacter(service, anna.account, 'Bea')
    const [own, hers] = [anna.account, bea].map((who) => ({ ...who, isApart: true }))
    assert.ok(own && hers)
    const { texture: red } = await anna.add({}, own)
    const { texture: same, isNew } = await anna.add({ name: 'Same' }, hers)
    assert.deepEqual([isNew, same.id === red.id, same.hash], [true, false, red.hash])
    const seen = async (who: { id: string }) =>
      wardrobeOf(context, { ...(await service.stored(who)), isApart: true }, { limit: 9 })
    assert.deepEqual([await seen(own), await seen(hers)], [[red], [same]])
    await assert.rejects(anna.wear(red.id, hers), refusedAs('texture_unknown'))
    const change = [context, anna.by, hers, red.id] as const
    await assert.rejects(renameInWardrobe(...change, 'Mine'), refusedAs('texture_unknown'))
    await assert.rejects(removeFromWardrobe(...change), refusedAs('texture_unknown'))
    assert.equal((await anna.add({ name: 'Again' })).isNew, false)
    assert.equal(await anna.count(), 2)
    // Both wear it; one lets go of it.
    await anna.wear(red.id, own)
    await anna.wear(same.id, hers)
    await removeFromWardrobe(context, anna.by, hers, same.id)
    assert.deepEqual([(await anna.worn()).skin?.hash, await anna.worn(bea)], [red.hash, {}])
    const recent = async (isApart: boolean) =>
      (await recentSkins(context, { id: bea.id, isApart })).map(({ hash }) => hash)
    assert.deepEqual([await recent(true), await recent(false)], [[red.hash], []])
    await anna.remove(red.id)
    assert.deepEqual(await anna.worn(), {})
  })
})

test('the name of a file is the name of what it has, as far as people can read it', () => {
  assert.deepEqual(
    [
      'Red.png',
      'C:\\fake\\Red knight.PNG',
      ' a\u202eb\u0007.png',
      `${'x'.repeat(80)}.png`,
      '\u{1f600}'.repeat(80),
      '.png',
      '\u202e.png',
    ].map(nameOfFile),
    ['Red', 'Red knight', 'ab', 'x'.repeat(64), '\u{1f600}'.repeat(64), undefined, undefined],
  )
})
