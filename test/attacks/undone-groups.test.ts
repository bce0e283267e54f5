// A deleted group comes back with what is still right: nobody wears, or is in, what they would not be in by now.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { joinAccount } from '../../src/domain/characters/join.ts'
import { createGroup, deleteGroup, showGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { hideCape } from '../../src/domain/game/hidden-cape.ts'
import { uploadTexture } from '../../src/domain/game/set-textures.ts'
import { followGroups } from '../../src/domain/identities/memberships.ts'
import { takeDownTexture } from '../../src/domain/moderation/take-down.ts'
import { listDeletions } from '../../src/domain/operation/deletions.ts'
import { undoDeletion } from '../../src/domain/operation/undo-deletion.ts'
import { addToShelf, listShelf, shelvesOf } from '../../src/domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../src/domain/wardrobe/wear.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { sweepTextures } from '../../src/storage/textures/sweep-textures.ts'
import { kinds, migrated } from '../databases.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, startService, type TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { addProvider } from '../web/provider.ts'
import { adminClient } from '../wire/admin/api.ts'

const hour = 3_600_000
const suit = makePng(64, 64, noise(1))

/** A group with a cape and a suit on its shelf. */
async function scene(service: RunningService) {
  const { context } = service
  await createGroup(context, operator, { name: 'staff', title: 'Staff', colour: '1f7a5c', characters: 3 })
  await addToShelf(context, operator, 'staff', { png: makePng(64, 32, noise(2)), name: 'Cape', kind: 'cape' })
  await addToShelf(context, operator, 'staff', { png: suit, name: 'Suit' })
  const wear = async (account: TestAccount, name: string) => {
    const found = await shelvesOf(context, await service.stored(account), { limit: 9 })
    await wearFromWardrobe(context, operator, account, found.find((each) => each.name === name)?.id ?? '')
  }
  return {
    member: async (...worn: string[]) => {
      const account = await service.account()
      await addMembers(context, operator, 'staff', [account])
      for (const name of worn) await wear(account, name)
      return account
    },
    worn: async (account: TestAccount) => {
      const { textures, hiddenCape } = await service.stored(account)
      return [textures.skin?.hash, textures.cape?.hash, hiddenCape]
    },
    remove: () => deleteGroup(context, operator, 'staff'),
    undo: async () => undoDeletion(context, operator, (await listDeletions(context)).at(-1)?.id ?? 'none'),
    members: async () => (await showGroup(context, 'staff')).members.map(({ id }) => id),
  }
}

const bare = [undefined, undefined, undefined]

onEveryDatabase('a deleted group', (start) => {
  test('admits nobody at once, and has its members, its shelf and their looks again', async () => {
    const service = await start()
    const { context } = service
    const { member, worn, remove, undo, members } = await scene(service)
    const [anna, bert, cleo, dora, emil] = [
      await member('Cape', 'Suit'),
      await member('Suit'),
      await member('Suit'),
      await member('Cape'),
      await member(),
    ]
    await hideCape(context, operator, dora.id)
    const before = { anna: await worn(anna), dora: await worn(dora) }
    await remove()
    assert.deepEqual([await worn(anna), await worn(bert), await worn(dora)], [bare, bare, bare])
    // Meanwhile one puts on another skin, one is deleted, one becomes a character, and nobody uses the files.
    await uploadTexture(context, accountActor(bert, '192.0.2.1'), bert.id, 'skin', makePng(64, 64, noise(7)))
    const own = await worn(bert)
    await deleteAccount(context, operator, await service.stored(cleo))
    await joinAccount(context, operator, emil, { owner: await service.account(), dropEmail: true })
    await uploadTexture(context, accountActor(anna, '192.0.2.1'), anna.id, 'cape', makePng(64, 32, noise(8)))
    const other = (await worn(anna))[1]
    await sweepTextures(context.db, { after: '', now: service.now(), unwornSince: 0 })
    service.advance(hour - 1)
    await sweepTextures(context.db, { after: '', now: service.now(), unwornSince: 0 })

    const restored = await undo()
    assert.deepEqual([restored.kind, restored.name, restored.title], ['group', 'staff', 'Staff'])
    assert.deepEqual((await members()).toSorted(), [anna.id, bert.id, dora.id].toSorted())
    const { group } = await showGroup(context, 'staff')
    assert.deepEqual([group.title, group.colour, group.characters], ['Staff', '#1f7a5c', 3])
    assert.deepEqual(
      (await listShelf(context, 'staff')).map(({ name }) => name),
      ['Cape', 'Suit'],
    )
    assert.deepEqual(await worn(anna), [before.anna[0], other, undefined], 'the skin, and another cape')
    assert.deepEqual(await worn(bert), own)
    assert.deepEqual(await worn(dora), before.dora, 'hidden, as it was')
    await removeMembers(context, operator, 'staff', [anna, dora])
    assert.deepEqual([await worn(anna), await worn(dora)], [[undefined, other, undefined], bare])
  })

  test('has nothing on its members again that moderators took down meanwhile', async () => {
    const service = await start()
    const { context } = service
    const { member, worn, remove, undo } = await scene(service)
    const anna = await member('Suit')
    const [hash = ''] = await worn(anna)
    await remove()
    await takeDownTexture(context, operator, hash, {})
    await undo()
    assert.deepEqual(await worn(anna), bare)
    assert.deepEqual(
      (await listShelf(context, 'staff')).map(({ name }) => name),
      ['Cape'],
    )
  })

  test('has nobody whom a provider has said out of it meanwhile', async () => {
    const service = await start()
    const { context } = service
    const { remove, undo, members } = await scene(service)
    await addProvider(service, 'https://school.example.test', { name: 'school' })
    const provider = { name: 'school', groupMap: {}, guild: null }
    const [stays, leaves] = [await service.account(), await service.account()]
    const says = async (account: TestAccount, ...values: string[]) =>
      followGroups(context, operator, { provider, subject: account.id, values }, account)
    for (const account of [stays, leaves]) {
      const row = { provider: 'school', subject: account.id, account_id: account.id, linked_at: 1 }
      await context.db.query.insertInto('linked_identity').values(row).execute()
      await says(account, 'staff')
    }
    assert.equal((await members()).length, 2)
    await remove()
    await says(stays, 'staff')
    await says(leaves)
    await undo()
    assert.deepEqual(await members(), [stays.id])
    await says(stays)
    assert.deepEqual(await members(), [], 'the provider has made it, and ends it')
  })

  test('says on its page why it does not come back', async () => {
    const service = await start()
    const { context } = service
    const { remove } = await scene(service)
    const boss = await service.account()
    await grantRole(context, operator, await service.stored(boss), 'admin')
    await remove()
    await createGroup(context, operator, { name: 'staff' })
    const browser = browserOf(service)
    await browser.signIn(boss)
    const list = await browser.get('/admin/groups')
    const [, path = ''] = /action="([^"]+\/undo)"/.exec(list.text) ?? []
    const refused = await browser.send(list, path)
    assert.deepEqual(
      [refused.status, /another one has this name by now/.test(refused.alert ?? '')],
      [422, true],
    )
    await remove()
    const back = await browser.send(refused, path)
    assert.deepEqual([back.path, back.flash], ['/admin/groups/staff', 'It is back.'])
  })
})

for (const kind of kinds())
  test(`a group has its place again on one of two instances at once, not in place of another, twice, or after an hour (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const [here, there] = [await startService(database.url), await startService(database.url)]
    t.after(async () => {
      await here.close()
      await there.close()
      await database.drop()
    })
    const { context } = here
    const { member, remove, members } = await scene(here)
    const anna = await member()
    await remove()
    await createGroup(context, operator, { name: 'staff', title: 'New' })
    const [{ send }, other] = [await adminClient(here), await adminClient(there)]
    const [first] = (await send('GET', '/deletions')).json.items
    const declined = await send('POST', `/deletions/${first.id}/undo`)
    assert.equal(declined.status, 422)
    assert.match(declined.text, /Another group has this name by now\. Delete it first/)
    assert.equal((await showGroup(context, 'staff')).group.title, 'New')
    // The other one can be deleted, and be undone as well.
    await remove()
    const sent = [send, other.send].map((each) => each('POST', `/deletions/${first.id}/undo`))
    assert.deepEqual((await Promise.all(sent)).map(({ status }) => status).toSorted(), [200, 404])
    assert.deepEqual(await members(), [anna.id])
    const left = (await send('GET', '/deletions')).json.items
    assert.deepEqual([left.length, left[0].title], [1, 'New'])
    here.advance(hour)
    assert.equal((await send('POST', `/deletions/${left[0].id}/undo`)).status, 404)
  })
