// Groups have skins and capes for their members: on real databases, and every way in which somebody stops being a member.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { joinAccount } from '../../../src/domain/characters/join.ts'
import { partCharacter } from '../../../src/domain/characters/part.ts'
import { createGroup, deleteGroup } from '../../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../src/domain/community/members.ts'
import { formerSkins, setFormerSkin } from '../../../src/domain/game/former-skins.ts'
import { hideCape, showCape } from '../../../src/domain/game/hidden-cape.ts'
import { removeTexture, setTexture, uploadTexture } from '../../../src/domain/game/set-textures.ts'
import { restoreTexture, takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { suspendUploads } from '../../../src/domain/moderation/uploads.ts'
import { addToWardrobe } from '../../../src/domain/wardrobe/add.ts'
import { keepRecent, recentSkins } from '../../../src/domain/wardrobe/recent.ts'
import { removeFromWardrobe } from '../../../src/domain/wardrobe/remove.ts'
import { renameInWardrobe } from '../../../src/domain/wardrobe/rename.ts'
import { addToShelf, listShelf, removeFromShelf, shelvesOf } from '../../../src/domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../../src/domain/wardrobe/wear.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { sweepTextures } from '../../../src/storage/textures/sweep-textures.ts'
import { textureByHash } from '../../../src/storage/textures/textures.ts'
import { addCharacter } from '../../characters.ts'
import { makePng, noise, type Paint } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const refusedAs = (subject: string) => (error: unknown) =>
  error instanceof Refused && error.subject === subject

const skin = (seed: number) => makePng(64, 64, noise(seed))

const onCape =
  (seed: number): Paint =>
  (x, y) =>
    x < 22 && y < 17 ? noise(seed)(x, y) : [0, 0, 0, 0]

const cape = (seed: number) => makePng(64, 32, onCape(seed))

async function staffOf(service: RunningService) {
  const { context } = service
  await createGroup(context, operator, { name: 'staff' })
  await createGroup(context, operator, { name: 'builders' })
  return {
    add: (name = 'Cape', png = cape(1), group = 'staff') =>
      addToShelf(context, operator, group, { png, name }),
    remove: (name = 'Cape', group = 'staff') => removeFromShelf(context, operator, group, name),
    list: (group = 'staff') => listShelf(context, group),
  }
}

/** Returns a member of the group. */
async function member(service: RunningService, group = 'staff') {
  const { context } = service
  const account = await service.account()
  const by = accountActor(account, '192.0.2.1')
  await addMembers(context, operator, group, [account])
  const found = async (who: { id: string } = account) =>
    shelvesOf(context, await service.stored(who), { limit: 2000 })
  return {
    account,
    by,
    found,
    wear: async (name = 'Cape', who: { id: string } = account) => {
      const texture = (await found(who)).find((each) => each.name === name)
      assert.ok(texture, `${name} is found`)
      await wearFromWardrobe(context, by, who, texture.id)
      return texture
    },
    worn: async (who: { id: string } = account) => {
      const { textures, hiddenCape } = await service.stored(who)
      return { skin: textures.skin?.hash, cape: textures.cape?.hash, hidden: hiddenCape }
    },
    leave: () => removeMembers(context, operator, group, [account]),
  }
}

const bare = { skin: undefined, cape: undefined, hidden: undefined }

const wearers = ({ context }: RunningService) =>
  context.db.query.selectFrom('shelf_wearer').selectAll().execute()

onEveryDatabase('a shelf', (start) => {
  test('is for members, and for nobody else', async () => {
    const service = await start()
    const { context } = service
    const staff = await staffOf(service)
    const added = await staff.add()
    assert.deepEqual([added.group, added.name, added.kind], ['staff', 'Cape', 'cape'])
    await staff.add('Suit', skin(1))
    assert.deepEqual(
      (await staff.list()).map(({ name, kind }) => [name, kind]),
      [
        ['Cape', 'cape'],
        ['Suit', 'skin'],
      ],
    )
    const anna = await member(service)
    const ben = await member(service, 'builders')
    assert.deepEqual(await ben.found(), [])
    const texture = await anna.wear()
    await anna.wear('Suit')
    assert.equal((await anna.worn()).cape, added.hash)
    assert.ok((await anna.found()).every(({ isWorn }) => isWorn))
    await assert.rejects(
      wearFromWardrobe(context, ben.by, ben.account, texture.id),
      refusedAs('texture_unknown'),
    )
    for (const change of [
      removeFromWardrobe(context, anna.by, anna.account, texture.id),
      renameInWardrobe(context, anna.by, anna.account, texture.id, 'Mine'),
    ])
      await assert.rejects(change, refusedAs('texture_unknown'))
    assert.deepEqual(await ben.worn(), bare)
  })

  test('refuses what it can’t take, and keeps nothing of it', async () => {
    const service = await start()
    const staff = await staffOf(service)
    await staff.add()
    const before = await service.context.db.query.selectFrom('texture').selectAll().execute()
    for (const name of ['', ' a', 'a\nb', 'a\u202eb', 'x'.repeat(65)])
      await assert.rejects(staff.add(name), refusedAs('malformed name'))
    await assert.rejects(staff.add('Cape', cape(2)), refusedAs('taken shelf-texture'))
    await assert.rejects(staff.add('Cape', cape(2), 'nobody'), refusedAs('unknown group'))
    await assert.rejects(staff.add('Bad', Buffer.from('none')), refusedAs('texture_malformed'))
    await assert.rejects(staff.remove('Bad'), refusedAs('unknown shelf-texture'))
    await assert.rejects(staff.remove('Cape', 'nobody'), refusedAs('unknown group'))
    assert.deepEqual(await service.context.db.query.selectFrom('texture').selectAll().execute(), before)
    for (let seed = 2; seed <= 50; seed++) await staff.add(`Cape ${seed}`, cape(1))
    await assert.rejects(staff.add('One more'), refusedAs('too_many shelf-texture'))
  })

  test('is for them where players may change nothing, with a full wardrobe and suspended uploads', async () => {
    const service = await start({ NORN_SKINS: 'off', NORN_CAPES: 'off', NORN_WARDROBE_SIZE: '1' })
    const { context } = service
    const staff = await staffOf(service)
    const { hash } = await staff.add()
    const suit = await staff.add('Suit', skin(1))
    const anna = await member(service)
    await addToWardrobe(context, operator, anna.account, { png: skin(2), name: 'Own' })
    await suspendUploads(context, operator, await service.stored(anna.account), {})
    await anna.wear()
    await anna.wear('Suit')
    assert.deepEqual(await anna.worn(), { skin: suit.hash, cape: hash, hidden: undefined })
    await assert.rejects(uploadTexture(context, anna.by, anna.account.id, 'cape', cape(3)))
    const keeping = { kind: 'cape', hash, word: 'Cape' } as const
    await assert.rejects(keepRecent(context, anna.by, anna.account, keeping), refusedAs('capes_off'))
    await removeTexture(context, anna.by, anna.account.id, 'cape')
    assert.deepEqual(await anna.worn(), { skin: suit.hash, cape: undefined, hidden: undefined })
    await setTexture(context, operator, anna.account.id, 'cape', cape(4))
    await assert.rejects(
      removeTexture(context, anna.by, anna.account.id, 'cape'),
      refusedAs('capes_off'),
      'what is no shelf’s stays on',
    )
  })

  for (const [how, leave] of [
    ['a membership ends', ({ anna }) => anna.leave()],
    ['the group is deleted', ({ context }) => deleteGroup(context, operator, 'staff')],
    [
      'it is removed',
      async ({ staff }) => {
        await staff.remove()
        await staff.remove('Suit')
      },
    ],
    [
      'the account becomes a character of somebody outside the group',
      async ({ context, service, anna }) => {
        const owner = await service.account()
        await joinAccount(context, operator, anna.account, { owner, dropEmail: true })
      },
    ],
  ] as const satisfies [string, (given: any) => Promise<unknown>][])
    test(`comes off when ${how}, for good`, async () => {
      const service = await start()
      const { context } = service
      const staff = await staffOf(service)
      await staff.add()
      await staff.add('Suit', skin(1))
      const anna = await member(service)
      await uploadTexture(context, anna.by, anna.account.id, 'skin', skin(9))
      const own = (await anna.worn()).skin
      const worn = [await anna.wear(), await anna.wear('Suit')]
      await leave({ anna, context, service, staff })
      assert.deepEqual([await anna.worn(), await wearers(service), await anna.found()], [bare, [], []])
      for (const { id, hash } of worn) {
        await assert.rejects(
          wearFromWardrobe(context, operator, anna.account, id),
          refusedAs('texture_unknown'),
        )
        await assert.rejects(
          setFormerSkin(context, operator, anna.account.id, hash),
          refusedAs('texture_unknown'),
        )
        await assert.rejects(
          showCape(context, operator, anna.account.id, () => true),
          refusedAs('texture_unknown'),
        )
      }
      assert.deepEqual(
        (await recentSkins(context, anna.account)).map(({ hash }) => hash),
        [own],
        'what the player wore before is recent',
      )
    })

  test('is taken off every player of the account, also of a suspended character and a hidden cape', async () => {
    const service = await start()
    const { context } = service
    const staff = await staffOf(service)
    await staff.add()
    const anna = await member(service)
    const [bea, cleo] = [
      await addCharacter(service, anna.account, 'Bea'),
      await addCharacter(service, anna.account, 'Cleo'),
    ]
    for (const player of [anna.account, bea, cleo]) await anna.wear('Cape', player)
    await hideCape(context, anna.by, anna.account.id)
    await context.db.query.updateTable('account').set({ suspended_at: 1 }).where('id', '=', bea.id).execute()
    await partCharacter(context, operator, cleo)
    assert.deepEqual(await anna.worn(cleo), bare, 'an account of its own is in no group')
    await anna.leave()
    for (const player of [anna.account, bea]) assert.deepEqual(await anna.worn(player), bare)
    assert.deepEqual(await wearers(service), [])
  })

  test('is hidden and shown like any cape', async () => {
    const service = await start()
    const { context } = service
    const staff = await staffOf(service)
    const { hash } = await staff.add()
    const anna = await member(service)
    await anna.wear()
    await hideCape(context, anna.by, anna.account.id)
    await showCape(context, anna.by, anna.account.id, () => true)
    assert.equal((await anna.worn()).cape, hash)
    await anna.leave()
    assert.deepEqual(await anna.worn(), bare)
  })

  test('leaves on what a player keeps, or has brought as well', async () => {
    const service = await start()
    const { context } = service
    const staff = await staffOf(service)
    const { hash } = await staff.add()
    const suit = await staff.add('Suit', skin(1))
    const anna = await member(service)
    await anna.wear()
    await keepRecent(context, anna.by, anna.account, { kind: 'cape', hash, word: 'Cape' })
    await anna.wear('Suit')
    await uploadTexture(context, anna.by, anna.account.id, 'skin', skin(1))
    await anna.leave()
    assert.deepEqual(await anna.worn(), { skin: suit.hash, cape: hash, hidden: undefined })
    const ben = await member(service)
    await uploadTexture(context, ben.by, ben.account.id, 'skin', skin(1))
    await uploadTexture(context, ben.by, ben.account.id, 'skin', skin(2))
    await ben.wear('Suit')
    await ben.leave()
    assert.equal((await ben.worn()).skin, undefined)
    assert.ok(
      (await formerSkins(context, ben.account.id)).some((former) => former.hash === suit.hash),
      'the own one with the same pixels can be worn again',
    )
    await setFormerSkin(context, ben.by, ben.account.id, suit.hash)
  })

  test('is nothing of what another group has', async () => {
    const service = await start()
    const { context } = service
    const staff = await staffOf(service)
    const { hash } = await staff.add()
    await staff.add('Cape', cape(1), 'builders')
    const anna = await member(service)
    await addMembers(context, operator, 'builders', [anna.account])
    const ofStaff = await context.db.query
      .selectFrom('shelf_texture')
      .select('id')
      .where('group_name', '=', 'staff')
      .executeTakeFirstOrThrow()
    await wearFromWardrobe(context, anna.by, anna.account, ofStaff.id)
    assert.equal((await anna.worn()).cape, hash)
    await removeMembers(context, operator, 'builders', [anna.account])
    assert.equal((await anna.worn()).cape, hash)
    await anna.leave()
    assert.deepEqual(await anna.worn(), bare)
  })

  test('goes with what is taken down, and comes back with it', async () => {
    const service = await start()
    const { context } = service
    const staff = await staffOf(service)
    const { hash } = await staff.add('Suit', skin(1))
    const anna = await member(service)
    const { id } = await anna.wear('Suit')
    await takeDownTexture(context, operator, hash)
    assert.deepEqual([await staff.list(), await anna.found(), await anna.worn()], [[], [], bare])
    assert.deepEqual(await wearers(service), [])
    await assert.rejects(
      wearFromWardrobe(context, anna.by, anna.account, id),
      refusedAs('texture_taken_down'),
    )
    await assert.rejects(staff.add('Again', skin(1)), refusedAs('texture_taken_down'))
    await restoreTexture(context, operator, hash)
    assert.deepEqual([(await staff.list()).length, await anna.worn()], [1, bare])
    assert.deepEqual(await formerSkins(context, anna.account.id), [], 'nobody’s own')
    await anna.wear('Suit')
    await takeDownTexture(context, operator, hash)
    await staff.add('Suit', skin(2))
    await restoreTexture(context, operator, hash)
    assert.equal((await staff.list()).length, 1, 'its name was given to another one')
  })

  test('keeps its files from the sweep, and lets go of them', async () => {
    const service = await start()
    const { db } = service.context
    const staff = await staffOf(service)
    const { hash } = await staff.add()
    const sweepAll = async () => {
      await sweepTextures(db, { after: '', now: service.now(), unwornSince: 0 })
      service.advance(1)
      await sweepTextures(db, { after: '', now: service.now(), unwornSince: service.now() })
    }
    await sweepAll()
    assert.ok(await textureByHash(db, hash))
    await staff.remove()
    await sweepAll()
    assert.equal(await textureByHash(db, hash), undefined)
  })

  test('is recorded, and leaves nothing with an account that is gone', async () => {
    const service = await start()
    const { context } = service
    const staff = await staffOf(service)
    const { hash } = await staff.add()
    const [anna, ben] = [await member(service), await member(service)]
    await anna.wear()
    await ben.wear()
    service.advance(1)
    await deleteAccount(context, operator, await service.stored(ben.account))
    await staff.remove()
    const entries = await context.db.query
      .selectFrom('audit_entry')
      .select(['event', 'details'])
      .where('event', 'like', 'shelf.%')
      .orderBy('id')
      .execute()
    const named = { group: 'staff', name: 'Cape', texture: 'cape', hash }
    assert.deepEqual(
      entries.map(({ event, details }) => [event, JSON.parse(details)]),
      [
        ['shelf.added', named],
        ['shelf.removed', { ...named, worn: 1 }],
      ],
    )
    assert.deepEqual(await wearers(service), [])
  })
})
