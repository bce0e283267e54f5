// A removed neighbour or provider comes back with those links that their owners could still see, and no others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { createGroup, deleteGroup, showGroup } from '../../src/domain/community/groups.ts'
import { addServer, findServer } from '../../src/domain/community/servers.ts'
import { followGroups } from '../../src/domain/identities/memberships.ts'
import { linkPlayerIn } from '../../src/domain/linking/players.ts'
import { listName } from '../../src/domain/neighbours/listed.ts'
import {
  addNeighbour,
  findNeighbour,
  removeNeighbour,
  setNeighbour,
} from '../../src/domain/neighbours/neighbours.ts'
import { listDeletions } from '../../src/domain/operation/deletions.ts'
import { undoDeletion } from '../../src/domain/operation/undo-deletion.ts'
import { removeProvider } from '../../src/domain/providers/providers.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { addCharacter } from '../characters.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { addProvider } from '../web/provider.ts'
import { adminClient } from '../wire/admin/api.ts'

const undoLast = async ({ context }: RunningService) =>
  undoDeletion(context, operator, (await listDeletions(context)).at(-1)?.id ?? 'none')

const friendsAt = (root: string) => ({
  id: 'friends',
  place: {
    kind: 'authlib-injector',
    root,
    addresses: addressesBelow('authlib-injector', root, 'game'),
    textureHosts: ['skins.example.org'],
    isPrivate: false,
  } as const,
})

onEveryDatabase('a removed neighbour', (start) => {
  test('comes back with what it had, and only with links that their owners could end', async () => {
    const service = await start()
    const { context } = service
    const given = friendsAt('https://friends.example.org/api')
    await addNeighbour(context, operator, given)
    const { db } = context
    const key = {
      neighbour_id: 'friends',
      use: 'textures',
      spki: 'AA==',
      first_seen: 1,
      confirmed_at: null,
    } as const
    await db.query.insertInto('neighbour_key').values(key).execute()
    await setNeighbour(context, operator, 'friends', { trust: 71, names: '[a-z]+' })
    await addServer(context, operator, { name: 'survival', neighbours: ['friends'] })
    await listName(context, operator, 'friends', { name: 'Skadi', server: 'survival' })
    await listName(context, operator, 'friends', { name: 'Hel' })
    const [anna, bert, cleo, dora] = [
      await service.account(),
      await service.account(),
      await service.account(),
      await service.account(),
    ]
    const magni = await addCharacter(service, anna, 'Magni')
    const link = (account: Pick<TestAccount, 'id'>, number: number) =>
      db.transaction((tx) =>
        linkPlayerIn(
          context,
          tx,
          account.id,
          { neighbour: 'friends', id: uuid(number), name: `P_${number}` },
          'oauth',
        ),
      )
    await link(anna, 1)
    await link(magni, 2)
    await link(bert, 3)
    await link(cleo, 4)
    await link(dora, 5)
    const linksOf = () => db.query.selectFrom('neighbour_link').selectAll().orderBy('uuid').execute()
    const [before, neighbour] = [await linksOf(), await findNeighbour(context, 'friends')]

    await removeNeighbour(context, operator, 'friends')
    assert.deepEqual([await linksOf(), (await findServer(context, 'survival')).neighbours], [[], []])
    // Meanwhile somebody else has the name, an owner recovers an account, another is deleted, and one player is elsewhere.
    await addNeighbour(context, operator, friendsAt('https://evil.example.org/api'))
    const [{ id: first } = { id: '' }] = await listDeletions(context)
    const { send } = await adminClient(service)
    assert.match(
      (await send('POST', `/deletions/${first}/undo`)).text,
      /Another neighbour has this id by now/,
    )
    await link(dora, 9)
    await removeNeighbour(context, operator, 'friends')
    await setPassword(context, operator, await service.stored(bert), 'another long sentence')
    await deleteAccount(context, operator, await service.stored(cleo))
    await addNeighbour(context, operator, { ...friendsAt('https://far.example.org/api'), id: 'far' })
    await storeVisitor(context, { id: uuid(5), name: 'P_5', neighbour: 'far' })
    const restored = await send('POST', `/deletions/${first}/undo`)
    assert.deepEqual([restored.status, restored.json.kind], [200, 'neighbour'])
    assert.deepEqual(await findNeighbour(context, 'friends'), neighbour)
    assert.deepEqual((await findServer(context, 'survival')).neighbours, ['friends'])
    assert.deepEqual(await linksOf(), before.slice(0, 2), 'of the account and of its character')
    assert.deepEqual(await db.query.selectFrom('neighbour_key').selectAll().execute(), [key])
    const listed = await db.query
      .selectFrom('listed_visitor')
      .select('name_key')
      .orderBy('name_key')
      .execute()
    assert.deepEqual(
      listed.map(({ name_key }) => name_key),
      ['hel', 'skadi'],
    )
  })
})

onEveryDatabase('a removed provider', (start) => {
  test('comes back with identities and memberships, but for accounts that were recovered, and groups that are gone', async () => {
    const service = await start()
    const { context } = service
    const { db } = context
    for (const name of ['staff', 'builders']) await createGroup(context, operator, { name })
    await addProvider(service, 'https://school.example.test', { name: 'school', title: 'School' })
    const provider = { name: 'school', groupMap: {}, guild: null }
    const [anna, bert] = [await service.account(), await service.account()]
    for (const account of [anna, bert]) {
      const row = { provider: 'school', subject: account.id, account_id: account.id, name: 'P', linked_at: 7 }
      await db.query.insertInto('linked_identity').values(row).execute()
      await followGroups(
        context,
        operator,
        { provider, subject: account.id, values: ['staff', 'builders'] },
        account,
      )
    }
    const [row] = await db.query.selectFrom('provider').selectAll().execute()
    const membersOf = async (name: string) => (await showGroup(context, name)).members.map(({ id }) => id)
    await removeProvider(context, operator, 'school', { force: true })
    assert.deepEqual(await membersOf('staff'), [])
    await setPassword(context, operator, await service.stored(bert), 'another long sentence')
    await deleteGroup(context, operator, 'builders')
    const kept = (await listDeletions(context)).find(({ kind }) => kind === 'provider')
    assert.deepEqual([kept?.name, kept?.title], ['school', 'School'])
    await undoDeletion(context, operator, kept?.id ?? '')
    assert.deepEqual(await db.query.selectFrom('provider').selectAll().execute(), [row])
    const identities = await db.query.selectFrom('linked_identity').selectAll().execute()
    assert.deepEqual(
      identities.map(({ account_id, subject, name, linked_at }) => [account_id, subject, name, linked_at]),
      [[anna.id, anna.id, 'P', 7]],
    )
    assert.deepEqual(await membersOf('staff'), [anna.id])
    await undoLast(service)
    assert.deepEqual(await membersOf('builders'), [], 'the group was deleted when nobody was in it')
    await followGroups(context, operator, { provider, subject: anna.id, values: [] }, anna)
    assert.deepEqual(await membersOf('staff'), [], 'the provider ends what it has made')
  })
})
