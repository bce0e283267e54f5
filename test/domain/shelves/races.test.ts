// Putting on what a group has at the moment in which it has to come off, on two instances: each of the two is held with its
// work done and before its commit, while the other one starts.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createGroup, deleteGroup } from '../../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../src/domain/community/members.ts'
import { uploadTexture } from '../../../src/domain/game/set-textures.ts'
import { takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { addToShelf, removeFromShelf, shelvesOf } from '../../../src/domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../../src/domain/wardrobe/wear.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import type { Transaction } from '../../../src/storage/engine/database.ts'
import { addCharacter } from '../../characters.ts'
import { kinds, migrated } from '../../databases.ts'
import { type Held, hold } from '../../hold.ts'
import { makePng, noise } from '../../png.ts'
import { operator, type RunningService, startService } from '../../service.ts'
import { lockWaits } from '../../storage/lock-waits.ts'
import { until } from '../../until.ts'

/** Holds the next transaction of a service once its work is done, and before it commits. */
function holdCommit(t: TestContext, { context: { db } }: RunningService): Held {
  const point = { reach: async (): Promise<void> => {} }
  const held = hold(t, point, 'reach', 1)
  const original = db.transaction.bind(db)
  const { mock } = t.mock.method(db, 'transaction', (work: (tx: Transaction) => Promise<unknown>) => {
    mock.restore()
    return original(async (tx) => {
      const result = await work(tx)
      await point.reach()
      return result
    })
  })
  return held
}

const isRefused = (error: unknown): boolean =>
  error instanceof Refused && ['texture_unknown', 'texture_taken_down'].includes(error.reason)

const endings = {
  'a membership ends': ({ context }, { account }) => removeMembers(context, operator, 'staff', [account]),
  'the group is deleted': ({ context }) => deleteGroup(context, operator, 'staff'),
  'it is removed': ({ context }) => removeFromShelf(context, operator, 'staff', 'Suit'),
  'it is taken down': ({ context }, { hash }) => takeDownTexture(context, operator, hash),
} as const satisfies Record<
  string,
  (service: RunningService, given: { account: { id: string }; hash: string }) => Promise<unknown>
>

for (const kind of kinds()) {
  for (const [how, end] of Object.entries(endings)) {
    for (const first of ['wearing', 'ending'] as const)
      test(`nobody wears it when ${how} at the moment of Wear, ${first} first (${kind})`, async (t) => {
        const database = await migrated[kind]()
        const [here, there] = [await startService(database.url), await startService(database.url)]
        t.after(async () => {
          await here.close()
          await there.close()
          await database.drop()
        })
        await createGroup(here.context, operator, { name: 'staff' })
        const png = makePng(64, 64, noise(1))
        const { hash } = await addToShelf(here.context, operator, 'staff', { png, name: 'Suit' })
        const account = await here.account()
        const bea = await addCharacter(here, account, 'Bea')
        await addMembers(here.context, operator, 'staff', [account])
        const by = accountActor(account, '192.0.2.1')
        const [texture] = await shelvesOf(here.context, await here.stored(account), { limit: 1 })
        // The own player wears it already, its character is about to.
        await wearFromWardrobe(here.context, by, account, texture?.id ?? '')

        const wear = () => wearFromWardrobe(there.context, by, bea, texture?.id ?? '')
        const stop = () => end(here, { account, hash })
        const [holder, holding, waiting] =
          first === 'wearing' ? [there, wear, stop] : ([here, stop, wear] as const)
        const held = holdCommit(t, holder)
        const doing = holding()
        await held.all
        const late = waiting().then(
          () => 'done' as const,
          (error: unknown) => error,
        )
        // On SQLite, the other one waits for the file.
        if (kind === 'postgres')
          await Promise.race([
            until('the other one waits', () => lockWaits(here.context.db).then((n) => n > 0)),
            late,
          ])
        held.release()
        await doing
        const ended = await late
        assert.ok(ended === 'done' || (first === 'ending' && isRefused(ended)), String(ended))
        for (const player of [account, bea]) {
          const { textures } = await there.stored(player)
          assert.equal(textures.skin, undefined)
        }
        assert.deepEqual(await here.context.db.query.selectFrom('shelf_wearer').selectAll().execute(), [])
      })
  }

  test(`a launcher's own upload at that moment stays, and leaves nothing of the shelf (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const service = await startService(database.url)
    t.after(async () => {
      await service.close()
      await database.drop()
    })
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    await addToShelf(context, operator, 'staff', { png: makePng(64, 64, noise(1)), name: 'Suit' })
    const account = await service.account()
    const bea = await addCharacter(service, account, 'Bea')
    const by = accountActor(account, '192.0.2.1')
    for (let round = 0; round < 6; round++) {
      await addMembers(context, operator, 'staff', [account])
      const [texture] = await shelvesOf(context, await service.stored(account), { limit: 1 })
      await wearFromWardrobe(context, by, bea, texture?.id ?? '')
      const works = [
        () =>
          uploadTexture(context, accountActor(bea, '192.0.2.1'), bea.id, 'skin', makePng(64, 64, noise(9))),
        () => removeMembers(context, operator, 'staff', [account]),
        () => wearFromWardrobe(context, by, account, texture?.id ?? ''),
      ]
      if (round % 2) works.reverse()
      await Promise.allSettled(works.map((work) => work()))
      const [own, her] = [await service.stored(account), await service.stored(bea)]
      assert.equal(own.textures.skin, undefined)
      assert.notEqual(her.textures.skin?.hash, texture?.hash)
      assert.ok(her.textures.skin)
    }
  })
}
