// Members come and go, groups and textures too, accounts join and part, while everybody puts things on, on two instances.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinAccount } from '../../../src/domain/characters/join.ts'
import { partCharacter } from '../../../src/domain/characters/part.ts'
import { createGroup, deleteGroup } from '../../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../src/domain/community/members.ts'
import { hideCape, showCape } from '../../../src/domain/game/hidden-cape.ts'
import { restoreTexture, takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { addToShelf, removeFromShelf, shelvesOf } from '../../../src/domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../../src/domain/wardrobe/wear.ts'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { kinds, migrated } from '../../databases.ts'
import { makePng, noise } from '../../png.ts'
import { operator, startService, type TestAccount } from '../../service.ts'

const groups = ['staff', 'builders']
const cape = makePng(64, 32, noise(1))

for (const kind of kinds())
  test(`players wear only what their groups have, whatever happens at once (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const services = [await startService(database.url), await startService(database.url)] as const
    t.after(async () => {
      for (const service of services) await service.close()
      await database.drop()
    })
    const [here] = services
    const accounts: TestAccount[] = []
    for (let number = 0; number < 5; number++) accounts.push(await here.account())
    const [first, second] = accounts
    assert.ok(first && second)
    const { db } = here.context
    let worn = 0
    for (let round = 0; round < 12; round++) {
      const hashes: string[] = []
      for (const group of groups) {
        await createGroup(here.context, operator, { name: group }).catch(() => {})
        const png = group === 'staff' ? cape : makePng(64, 32, noise(2))
        const added = await addToShelf(here.context, operator, group, {
          png,
          name: 'Cape',
          kind: 'cape',
        }).catch(() => undefined)
        if (added) hashes.push(added.hash)
        await addMembers(here.context, operator, group, accounts)
      }
      const found = await shelvesOf(here.context, await here.stored(second), { limit: 9 })
      const wearing = accounts.flatMap((account, index) =>
        found.map(
          ({ id }) =>
            () =>
              wearFromWardrobe(services[index % 2]?.context ?? here.context, operator, account, id),
        ),
      )
      const { context } = services[round % 2] ?? here
      const others = [
        () => removeMembers(context, operator, 'staff', accounts.slice(0, 3)),
        () => removeMembers(context, operator, 'builders', accounts.toReversed().slice(0, 3)),
        () => removeFromShelf(context, operator, 'builders', 'Cape'),
        () => hideCape(context, operator, second.id),
        () => showCape(context, operator, second.id, () => true),
        () =>
          round % 2 === 0
            ? joinAccount(context, operator, second, { owner: first, dropEmail: true })
            : partCharacter(context, operator, second),
        ...(round % 3 === 2 ? [() => deleteGroup(context, operator, 'staff')] : []),
        ...(round % 4 === 3 ? [() => takeDownTexture(context, operator, hashes[0] ?? '')] : []),
      ]
      const works = round % 2 === 0 ? [...wearing, ...others] : [...others, ...wearing]
      for (const end of await Promise.allSettled(works.map((work) => work())))
        if (end.status === 'rejected') assert.ok(end.reason instanceof Refused, String(end.reason))
        else worn++
      const dressed = await db.query
        .selectFrom('account')
        .select(['id', 'owner_id', 'cape_hash', 'hidden_cape'])
        .execute()
      for (const { id, owner_id, cape_hash, hidden_cape } of dressed) {
        const hash = cape_hash ?? hidden_cape
        if (hash === null) continue
        const right = await db.query
          .selectFrom('shelf_texture')
          .innerJoin('group_member', 'group_member.group_name', 'shelf_texture.group_name')
          .innerJoin('shelf_wearer', 'shelf_wearer.shelf_texture_id', 'shelf_texture.id')
          .select('shelf_texture.id')
          .where('group_member.account_id', '=', owner_id ?? id)
          .where('shelf_wearer.account_id', '=', id)
          .where('shelf_texture.hash', '=', hash)
          .execute()
        assert.equal(right.length, 1, `round ${round}`)
      }
      const wearers = await db.query.selectFrom('shelf_wearer').selectAll().execute()
      const wear = new Set(dressed.filter((row) => row.cape_hash ?? row.hidden_cape).map(({ id }) => id))
      assert.ok(
        wearers.every((row) => wear.has(row.account_id)),
        `round ${round}`,
      )
      for (const hash of hashes) await restoreTexture(here.context, operator, hash).catch(() => {})
    }
    assert.ok(worn > 12)
  })
