// Friends lists by the API for administration.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { blockPlayer } from '../../../src/domain/friends/blocks.ts'
import { addFriend, removeFriend } from '../../../src/domain/friends/change.ts'
import { friendsOf, type KnownPlayer } from '../../../src/domain/friends/list.ts'
import { changeFriendsPreferences } from '../../../src/domain/friends/preferences.ts'
import { friendRequestMs } from '../../../src/model/game/friends.ts'
import { addCharacter } from '../../characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { adminClient } from './api.ts'

type Player = { id: string; username: string }

async function scene(service: RunningService) {
  const api = await adminClient(service)
  const [alex, steve] = [await service.account(), await service.account()]
  const at = (one: Player, other?: Player) => `/accounts/${one.id}/friends${other ? `/${other.id}` : ''}`
  const events = async ({ id }: Player) =>
    (await api.send('GET', `/accounts/${id}/audit`)).json.items
      .filter(({ event }: { event: string }) => event.startsWith('friend.'))
      .map(({ event, actor, details }: any) => ({ event, by: [actor.kind, actor.id], details }))
  const list = async (one: Player) => (await api.send('GET', at(one))).json
  const put = (one: Player, other: Player) => api.send('PUT', at(one, other))
  const ask = (one: Player, other: Player) =>
    addFriend(service.context, { id: one.id, address: '192.0.2.1' }, other.id)
  return { api, alex, steve, at, events, list, put, ask }
}

const codeOf = ({ status, json }: { status: number; json: any }) => [status, json?.code]

onEveryDatabase('friends by the API', (start, shared) => {
  test('a decline ends once an operator makes both friends', async () => {
    const service = await shared()
    const { api, alex, steve, at, list, put, ask } = await scene(service)
    const incoming = async () => (await list(alex)).incoming.map(({ id }: Player) => id)
    await ask(steve, alex)
    await removeFriend(service.context, alex.id, steve.id)
    await ask(steve, alex)
    assert.deepEqual(await incoming(), [])
    await put(alex, steve)
    await api.send('DELETE', at(alex, steve))
    await ask(steve, alex)
    assert.deepEqual(await incoming(), [steve.id])
  })

  test('are made at once, listed, counted and ended, each once in the audit log', async () => {
    const service = await shared()
    const { api, alex, steve, at, events, list, put } = await scene(service)
    const nothing = {
      friends: [],
      incoming: [],
      outgoing: [],
      blocked: 0,
      preferences: { friends: true, acceptInvites: true },
    }
    assert.deepEqual(await list(alex), nothing)
    const made = await api.send('PUT', `/accounts/${alex.username}/friends/${steve.email}`)
    assert.deepEqual([made.status, made.text], [204, ''])
    const since = new Date(service.now()).toISOString()
    const entry = ({ id, username }: Player) => ({ id, username, since })
    assert.deepEqual(await list(alex), { ...nothing, friends: [entry(steve)] })
    assert.deepEqual(await list(steve), { ...nothing, friends: [entry(alex)] })
    service.advance(1000)
    assert.equal((await put(steve, alex)).status, 204)
    assert.deepEqual(
      await list(alex),
      { ...nothing, friends: [entry(steve)] },
      'a repetition changes nothing',
    )
    for (const { id } of [alex, steve])
      assert.equal((await api.send('GET', `/accounts/${id}`)).json.friends, 1)
    const by = ['api', api.id]
    const other = { id: steve.id, name: steve.username }
    assert.deepEqual(await events(alex), [{ event: 'friend.added', by, details: other }])
    assert.deepEqual(await events(steve), [])
    for (const _ of [1, 2]) assert.equal((await api.send('DELETE', at(steve, alex))).status, 204)
    assert.deepEqual([await list(alex), await list(steve)], [nothing, nothing])
    const back = { id: alex.id, name: alex.username }
    assert.deepEqual(await events(steve), [{ event: 'friend.removed', by, details: back }])
  })

  test('answer requests that wait or cross, and those that have ended', async () => {
    const service = await start()
    const { alex, steve, list, put, ask } = await scene(service)
    const others = [await service.account(), await service.account(), await service.account()] as const
    const [asked, asking, late] = others
    await ask(alex, asked)
    await ask(asking, alex)
    await ask(alex, late)
    await changeFriendsPreferences(service.context, steve, { friends: false, acceptInvites: false })
    await suspendAccount(service.context, operator, await service.stored(steve), {})
    service.advance(friendRequestMs)
    for (const other of [...others, steve]) assert.equal((await put(alex, other)).status, 204)
    const { friends, incoming, outgoing } = await list(alex)
    const ids = (players: KnownPlayer[]) => players.map(({ id }) => id).sort()
    assert.deepEqual(ids(friends), [...others, steve].map(({ id }) => id).sort())
    assert.deepEqual([incoming, outgoing], [[], []])
  })

  test('are cleared with all requests, but without the blocked ones', async () => {
    const service = await shared()
    const { api, alex, steve, at, events, list, put, ask } = await scene(service)
    const [asked, asking, blocked] = [
      await service.account(),
      await service.account(),
      await service.account(),
    ]
    await put(alex, steve)
    await put(steve, asked)
    await ask(alex, asked)
    await ask(asking, alex)
    await blockPlayer(service.context, alex.id, blocked.id)
    const leaving = await service.account()
    await put(alex, leaving)
    await requestDeletion(service.context, operator, await service.stored(leaving))
    // Entries are ordered by id, which begins with the time.
    service.advance(1000)
    for (const _ of [1, 2]) assert.equal((await api.send('DELETE', at(alex))).status, 204)
    const { friends, incoming, outgoing, blocked: count } = await list(alex)
    assert.deepEqual([friends, incoming, outgoing, count], [[], [], [], 1])
    assert.deepEqual(
      (await list(steve)).friends.map(({ id }: Player) => id),
      [asked.id],
    )
    const [last, ...before] = await events(alex)
    assert.deepEqual([last.event, last.details], ['friend.cleared', { friends: 2, requests: 2 }])
    assert.ok(before.every(({ event }: { event: string }) => event === 'friend.added'))
  })

  test('are declined with the reason, and nothing has changed', async () => {
    const service = await start({ NORN_FRIENDS_LIMIT: '1' })
    const { api, alex, steve, events, list, put, ask } = await scene(service)
    const [zoe, leaving] = [await service.account(), await service.account()]
    await blockPlayer(service.context, steve.id, alex.id)
    await requestDeletion(service.context, operator, await service.stored(leaving))
    const nobody = { id: 'ab'.repeat(16), username: 'Nobody' }
    for (const [one, other, code] of [
      [alex, alex, [422, 'friend_self']],
      [alex, steve, [422, 'friend_blocked']],
      [steve, alex, [422, 'friend_blocked']],
      [alex, leaving, [422, 'friend_leaving']],
      [leaving, alex, [422, 'friend_leaving']],
      [alex, nobody, [404, 'account_unknown']],
      [nobody, alex, [404, 'account_unknown']],
    ] as const)
      assert.deepEqual(codeOf(await put(one, other)), code)
    await ask(alex, zoe)
    const other = await service.account()
    for (const pair of [
      [alex, other],
      [other, alex],
    ] as const) {
      const full = await put(...pair)
      assert.deepEqual(codeOf(full), [422, 'friend_limit'])
      assert.match(full.json.detail, new RegExp(`The list of ${alex.username} has as many`))
    }
    assert.deepEqual(await list(other).then(({ friends }) => friends), [])
    assert.equal((await put(alex, zoe)).status, 204, 'the request has its place already')
    assert.deepEqual([await events(steve), await events(other)], [[], []])
    const reading = await adminClient(service, { isReadOnly: true })
    assert.equal((await reading.send('GET', `/accounts/${alex.id}/friends`)).status, 200)
    for (const [method, path] of [
      ['PUT', `/accounts/${alex.id}/friends/${other.id}`],
      ['DELETE', `/accounts/${alex.id}/friends/${zoe.id}`],
      ['DELETE', `/accounts/${alex.id}/friends`],
    ] as const)
      assert.equal((await reading.send(method, path)).json.code, 'api_token_read_only')
    assert.equal((await list(alex)).friends.length, 1)
    assert.equal((await api.send('DELETE', `/accounts/${alex.id}/friends/${alex.id}`)).status, 204)
  })

  test('are those of a character, whose account has others; NORN_FRIENDS=off keeps them in reach', async () => {
    const service = await start({ NORN_FRIENDS: 'off' })
    const { api, alex, steve, events, list, put } = await scene(service)
    const child = await addCharacter(service, alex, 'Child')
    assert.equal((await put(child, steve)).status, 204)
    assert.deepEqual([(await list(alex)).friends, (await list(child)).friends.length], [[], 1])
    const [{ details }] = await events(child)
    assert.deepEqual(details, { id: steve.id, name: steve.username, owner: alex.id })
    assert.deepEqual((await list(child)).preferences, { friends: false, acceptInvites: false })
    assert.equal((await api.send('DELETE', `/accounts/child/friends`)).status, 204)
    assert.deepEqual((await friendsOf(service.context, steve.id)).friends, [])
  })
})
