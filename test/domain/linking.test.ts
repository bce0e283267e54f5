// The effects of a link: who comes in, as whom, and when no longer.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { type ServerFields, setServer } from '../../src/domain/community/servers.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { unlinkPlayer } from '../../src/domain/linking/unlink.ts'
import { pauseNeighbour, setNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { findVisitor, suspendVisitor } from '../../src/domain/neighbours/visitors.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { layouts, linkPlayer, type NeighbourGiven, neighbourhood, uuid } from './neighbours/scene.ts'

const on = { NORN_NEIGHBOURS: 'on' }

async function link(
  { context }: RunningService,
  account: { id: string },
  id: string,
  name: string,
  neighbour = 'friends',
): Promise<void> {
  const code = (await makeLinkCode(context, { neighbour, id, name })) ?? ''
  await linkPlayer(context, operator, account, { code, address: '192.0.2.1' })
}

async function scene(
  t: TestContext,
  service: RunningService,
  players: Record<string, string>,
  server: ServerFields = {},
  given: NeighbourGiven = {},
) {
  const hood = await neighbourhood(t, service, { friends: { who: 'linked', players, ...given } }, server)
  /** The player who comes in, or the reason why nobody does. */
  const who = async (username: string, asked = {}): Promise<string[] | string | undefined> => {
    const answer = await hood.ask(username, asked)
    return answer.status === 200 ? [answer.json.id, answer.json.name] : hood.reason(answer)
  }
  const lookup = async (name: string) => {
    const answer = await service.get(`${hood.at}/users/profiles/minecraft/${name}`)
    return answer.status === 200 ? [answer.json.id, answer.json.name] : answer.status
  }
  return { ...hood, who, lookup }
}

onEveryDatabase('linked players', (start) => {
  test('who=linked admits the linked player under that name, and nobody else', async (t) => {
    const service = await start(on)
    const { who, mocks } = await scene(t, service, { Steve_2: uuid(1), Alex_2: uuid(2) })
    const account = await service.account({ username: 'Steve' })
    assert.equal(await who('Steve_2'), 'visitor_refused')
    assert.deepEqual(mocks.friends?.seen, [])
    await link(service, account, uuid(1), 'Steve_2')
    assert.deepEqual(await who('Steve_2'), [uuid(1), 'Steve_2'])
    assert.equal(await who('Alex_2'), 'visitor_refused')
    assert.equal((await findVisitor(service.context, uuid(1))).account, account.id)
    // The name has gone to another player there.
    mocks.friends?.players.set('Steve_2', { id: uuid(3) })
    assert.equal(await who('Steve_2'), 'name_owned')
    mocks.friends?.players.set('Steve_2', { id: uuid(1) })
    await unlinkPlayer(service.context, operator, account, { neighbour: 'friends', id: uuid(1) })
    assert.equal(await who('Steve_2'), 'visitor_refused')
  })

  test('the link of another player of that name admits nobody', async (t) => {
    const service = await start(on)
    const { who } = await scene(t, service, { Steve_2: uuid(3) })
    await link(service, await service.account(), uuid(1), 'Steve_2')
    assert.equal(await who('Steve_2'), 'visitor_refused')
  })

  test('the own name at the neighbour is not a clash, with the linked UUID alone, in every layout', async (t) => {
    const service = await start(on)
    const { who, ask, mocks } = await scene(t, service, { Steve: uuid(1) }, { sourceProperty: true })
    const account = await service.account({ username: 'Steve' })
    assert.equal(await who('Steve'), 'name_owned')
    assert.deepEqual(mocks.friends?.seen, [])
    await link(service, account, uuid(1), 'Steve')
    for (const path of Object.values(layouts))
      assert.deepEqual(await who('Steve', { path }), [uuid(1), 'Steve'])
    const { properties } = (await ask('Steve')).json
    const { neighbour, id, name } = JSON.parse(Buffer.from(properties.at(-1).value, 'base64').toString())
    assert.deepEqual({ neighbour, id, name }, { neighbour: 'friends', id: uuid(1), name: 'Steve' })
    // A hostile neighbour that says yes to anybody.
    mocks.friends?.players.set('Steve', { id: uuid(2) })
    assert.equal(await who('Steve'), 'name_owned')
    mocks.friends?.players.set('Steve', { id: account.id })
    assert.equal(await who('Steve'), 'uuid_taken')
    // The account still joins by itself, as itself, and the name is the account's.
    const accessToken = await service.signIn(account)
    await service.post('/session/join', { accessToken, selectedProfile: account.id, serverId: 'hash' })
    assert.deepEqual(await who('Steve'), [account.id, 'Steve'])
    const claims = await service.context.db.query.selectFrom('name_claim').selectAll().execute()
    assert.deepEqual(
      claims.map(({ name_key, kind, account_id }) => [name_key, kind, account_id]),
      [['steve', 'account', account.id]],
    )
  })

  test('as_account: the UUID, name and groups of the account, under any name of the player', async (t) => {
    const service = await start(on)
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const { who, ask, lookup } = await scene(
      t,
      service,
      { steve: uuid(1), Other_1: uuid(2) },
      { links: 'as_account', groupsProperty: true, groups: ['staff'] },
    )
    const account = await service.account({ username: 'Steve' })
    await link(service, account, uuid(1), 'steve')
    await link(service, account, uuid(2), 'Other_1')
    for (const name of ['steve', 'Other_1']) assert.notDeepEqual(await who(name), [account.id, 'Steve'])
    await addMembers(context, operator, 'staff', [await service.stored(account)])
    for (const name of ['steve', 'Other_1']) {
      assert.deepEqual(await who(name), [account.id, 'Steve'])
      assert.deepEqual(await lookup(name), [account.id, 'Steve'])
      const { properties } = (await ask(name)).json
      const [textures, groups, ...more] = properties.map(({ value }: { value: string }) =>
        JSON.parse(Buffer.from(value, 'base64').toString()),
      )
      assert.deepEqual([textures.profileId, groups.groups, more], [account.id, ['staff'], []])
    }
    assert.equal((await service.get(`/session/profile/${uuid(2)}`)).status, 204)
    await removeMembers(context, operator, 'staff', [await service.stored(account)])
    assert.equal(await who('steve'), 'server_not_allowed')
    assert.equal(await who('Other_1'), 'visitor_refused')
    await setNeighbour(context, operator, 'friends', { who: 'everyone' })
    assert.equal(await who('Other_1'), 'server_not_allowed')
    await setServer(context, operator, 'lobby', { links: 'admit' })
    assert.equal(await who('steve'), 'server_not_allowed')
  })

  test('a player with the account’s own UUID joins as the account', async (t) => {
    const service = await start(on)
    const account = await service.account({ username: 'Steve' })
    const { who } = await scene(t, service, { Steve: account.id })
    await link(service, account, account.id, 'Steve')
    assert.deepEqual(await who('Steve'), [account.id, 'Steve'])
    await unlinkPlayer(service.context, operator, account, { neighbour: 'friends', id: account.id })
    assert.equal(await who('Steve'), 'name_owned')
  })

  for (const links of ['admit', 'as_account'] as const) {
    test(`${links}: suspended, unlinked, paused, deleted: no, for the next join`, async (t) => {
      const service = await start(on)
      const { context } = service
      const given = { who: 'everyone' } as const
      const { who } = await scene(t, service, { Steve: uuid(1), Other_1: uuid(2) }, { links }, given)
      const account = await service.account({ username: 'Steve' })
      const stored = await service.stored(account)
      for (const [id, name] of [
        [uuid(1), 'Steve'],
        [uuid(2), 'Other_1'],
      ] as const) {
        await link(service, account, id, name)
      }
      const isIn = async (name: string) => Array.isArray(await who(name))
      assert.deepEqual([await isIn('Steve'), await isIn('Other_1')], [true, true])
      await suspendAccount(context, operator, stored, {})
      assert.deepEqual([await who('Steve'), await who('Other_1')], ['join_unknown', 'visitor_refused'])
      await restoreAccount(context, operator, stored)
      assert.deepEqual([await isIn('Steve'), await isIn('Other_1')], [true, true])
      await setNeighbour(context, operator, 'friends', { who: 'nobody' })
      assert.deepEqual([await who('Steve'), await who('Other_1')], ['visitor_refused', 'visitor_refused'])
      await setNeighbour(context, operator, 'friends', { who: 'linked' })
      await pauseNeighbour(context, operator, 'friends', true)
      assert.deepEqual([await isIn('Steve'), await isIn('Other_1')], [false, false])
      await pauseNeighbour(context, operator, 'friends', false)
      assert.deepEqual([await isIn('Steve'), await isIn('Other_1')], [true, true])
      await suspendVisitor(context, operator, await findVisitor(context, uuid(2)), {})
      assert.equal(await who('Other_1'), 'visitor_suspended')
      await requestDeletion(context, operator, stored)
      assert.equal(await who('Steve'), 'name_owned')
      await deleteAccount(context, operator, stored)
      assert.equal(await who('Steve'), 'name_owned')
    })
  }

  test('of two linked players of one name, exactly one may have joined', async (t) => {
    const service = await start(on)
    const { ask, mocks, reason } = await neighbourhood(t, service, {
      one: { who: 'linked', players: { Steve: uuid(1) } },
      two: { who: 'linked', players: {} },
      three: { players: { Steve: uuid(3) } },
    })
    const account = await service.account({ username: 'Steve' })
    await link(service, account, uuid(1), 'Steve', 'one')
    await link(service, account, uuid(2), 'Steve', 'two')
    assert.equal((await ask('Steve')).json.id, uuid(1))
    assert.deepEqual(mocks.three?.seen, [])
    mocks.two?.players.set('Steve', { id: uuid(2) })
    assert.equal(await reason(await ask('Steve')), 'two_sources')
    mocks.two?.behave('status-500')
    assert.equal((await ask('Steve')).status, 503)
  })

  test('lookups: the account under its own name; a linked player under another, as hasJoined', async (t) => {
    const service = await start(on)
    const { lookup, who } = await scene(t, service, { Steve: uuid(1), Other_1: uuid(2) })
    const account = await service.account({ username: 'Steve' })
    assert.equal(await lookup('Other_1'), 204)
    await link(service, account, uuid(1), 'Steve')
    await link(service, account, uuid(2), 'Other_1')
    assert.deepEqual(await lookup('Steve'), [account.id, 'Steve'])
    assert.deepEqual(await lookup('other_1'), [uuid(2), 'Other_1'])
    assert.deepEqual(await who('Other_1'), [uuid(2), 'Other_1'])
    assert.deepEqual(await lookup('Other_1'), [uuid(2), 'Other_1'])
    await suspendAccount(service.context, operator, await service.stored(account), {})
    assert.equal(await lookup('Other_1'), 204)
  })

  test('watch says what would happen, and lets nobody in', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'watch' })
    const { ask } = await scene(t, service, { Steve: uuid(1) }, { links: 'as_account' })
    const account = await service.account({ username: 'Steve' })
    await link(service, account, uuid(1), 'Steve')
    assert.equal((await ask('Steve')).status, 401)
    assert.deepEqual(await service.context.db.query.selectFrom('visitor').selectAll().execute(), [])
  })
})
