// Lookups below the root of a game server, answered by a hostile neighbour. What it says must not put another player
// on a whitelist, reach an account, or stop lookups of accounts.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import { neighbourhood, storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { behaviours, send } from '../neighbours/behaviours.ts'
import { onEveryDatabase, operator } from '../service.ts'

const settings = { NORN_NEIGHBOURS: 'on', NORN_LOOKUP_BANS: 'off', NORN_NEIGHBOUR_TIME: '0.5s' }
const list = (players: unknown) => (response: ServerResponse) => send(response, JSON.stringify(players))

onEveryDatabase('hostile answers to lookups', (start) => {
  test('no player but the one that was asked for, under a name and a UUID of its own', async (t) => {
    const service = await start(settings)
    const { context } = service
    const admin = await service.account({ username: 'Captain' })
    const gone = await service.account({ username: 'Gone' })
    await deleteAccount(context, operator, await service.stored(gone))
    await storeVisitor(context, { id: uuid(7), name: 'Seven', neighbour: 'friendly' })
    const { at, mocks } = await neighbourhood(t, service, {
      hostile: { names: '.*', limit: 10_000 },
      friendly: { trust: 10 },
    })
    const whitelist = async (name: string) => {
      service.advance(11_000)
      const single = await service.get(`${at}/api/users/profiles/minecraft/${name}`)
      const bulk = await service.post(`${at}/api/profiles/minecraft`, [name, 'Captain'])
      assert.deepEqual(bulk.json.at(-1), { id: admin.id, name: 'Captain' })
      return single.status === 200 ? single.json.id : single.status
    }
    let number = 0
    for (const [answer, expected] of [
      [{ id: admin.id }, 204],
      [{ id: gone.id }, 204],
      [{ id: uuid(7) }, 204],
      [{ id: offlineUuid('Captain') }, 204],
      [{ id: '0'.repeat(32) }, 204],
      [{ id: 'f'.repeat(32) }, 204],
      [{ id: `${'0'.repeat(16)}0009f00dfeedbeef` }, 204],
      [{ name: 'Captain' }, 204],
      [{ name: 'Captain\u0000' }, 204],
      [{ id: uuid(8).toUpperCase() }, uuid(8)],
      [{ id: 7 }, 503],
      [{ id: '../../admin' }, 503],
      [{ name: { toString: 'x' } }, 503],
    ] as const) {
      const name = `Steve_${number++}`
      mocks.hostile?.behaveForNames(list([{ id: uuid(9), name, ...answer }]))
      assert.equal(await whitelist(name), expected, JSON.stringify(answer))
    }
    // What came along with an answer is not kept for the names in it.
    mocks.hostile?.behaveForNames(list([{ id: uuid(9), name: 'Later' }]))
    assert.equal(await whitelist('Sooner'), 204)
    mocks.hostile?.behaveForNames(list([]))
    assert.equal(await whitelist('Later'), 204)
    for (const how of Object.keys(behaviours).filter((name) => !/^(no|empty-200)$/.test(name))) {
      mocks.hostile?.behaveForNames(how)
      const began = performance.now()
      assert.ok([204, 503].includes(await whitelist(`Eve_${number++}`)), how)
      assert.ok(performance.now() - began < 3000, how)
    }
  })

  test('a profile of another UUID, or under a name that is ours, is nobody', async (t) => {
    const service = await start(settings)
    await service.account({ username: 'Captain' })
    const { at, mocks } = await neighbourhood(t, service, { hostile: { textures: 'pass' } })
    const players = mocks.hostile?.players
    const status = async (id: string) => (await service.get(`${at}/session/profile/${id}`)).status
    players?.set('Captain', { id: uuid(1) })
    assert.equal(await status(uuid(1)), 204)
    players?.set('a b', { id: uuid(2) })
    assert.equal(await status(uuid(2)), 204)
    players?.set('Visitor', { id: uuid(3) })
    mocks.hostile?.behaveForNames(list([{ id: uuid(4), name: 'Visitor' }]))
    assert.equal(await status(uuid(3)), 204)
  })
})
