// The game's friends list: requests as the game and launchers build them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { blockPlayer, unblockPlayer } from '../../../src/domain/friends/blocks.ts'
import { networkRequestBudget, requestBudget, takeRequest } from '../../../src/domain/friends/budgets.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { friendRequestMs } from '../../../src/model/game/friends.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../../service.ts'

const services = '/authlib-injector/minecraftservices'

/** A player whose game has a token, with requests as the game builds them: members that are null are left out. */
async function player(service: RunningService, username: string) {
  const account = await service.account({ username })
  const token = await service.signIn(account)
  const send = (path: string, method: string, body?: unknown, headers = {}): Promise<Answer> =>
    service.request(`${services}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    ...account,
    token,
    send,
    list: (headers = {}) => send('friends', 'GET', undefined, headers),
    add: (other: { username: string }) => send('friends', 'PUT', { name: other.username, updateType: 'ADD' }),
    remove: (other: { id: string }) => send('friends', 'PUT', { profileId: other.id, updateType: 'REMOVE' }),
  }
}

const entry = ({ id, username }: { id: string; username: string }) => ({ profileId: id, name: username })

type Entry = ReturnType<typeof entry>

const listOf = ({ friends = [], incoming = [], outgoing = [] }: Record<string, Entry[]>) =>
  JSON.stringify({
    friends,
    incomingRequests: incoming,
    outgoingRequests: outgoing,
    empty: friends.length + incoming.length + outgoing.length === 0,
  })

function refused(answer: Answer, status: number, error: string, inDetails?: string) {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json.error, error)
  assert.equal(answer.json.details?.status, inDetails)
  assert.equal(answer.json.path, `${services}/friends`)
  assert.equal(answer.headers.get('content-type'), 'application/json')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

onEveryDatabase('friends', (start) => {
  test('a request, its acceptance and its end, at both addresses and byte for byte', async () => {
    const service = await start()
    const [alex, steve] = [await player(service, 'Alex'), await player(service, 'Steve')]
    const first = await alex.list()
    assert.equal(first.text, '{"friends":[],"incomingRequests":[],"outgoingRequests":[],"empty":true}')
    assert.equal(first.headers.get('content-type'), 'application/json')
    assert.equal(first.headers.get('cache-control'), 'no-store')
    assert.equal((await alex.add(steve)).text, listOf({ outgoing: [entry(steve)] }))
    // Again: nothing changes.
    assert.equal((await alex.add(steve)).text, listOf({ outgoing: [entry(steve)] }))
    assert.equal((await steve.list()).text, listOf({ incoming: [entry(alex)] }))
    const byLauncher = { updateType: 'ADD', name: null, profileId: alex.id.toUpperCase(), later: 1 }
    const accepted = await steve.send('player/friends', 'PUT', byLauncher)
    assert.equal(accepted.text, listOf({ friends: [entry(alex)] }))
    assert.equal((await alex.send('player/friends', 'GET')).text, listOf({ friends: [entry(steve)] }))
    assert.equal((await alex.remove(steve)).text, listOf({}))
    assert.equal((await steve.list()).text, listOf({}))
    // A list may be five minutes old: removing once more is not refused.
    assert.equal((await steve.remove(alex)).status, 200)
    assert.equal(
      (await steve.send('friends', 'PUT', { updateType: 'REMOVE', profileId: 'ab'.repeat(16) })).status,
      200,
    )
  })

  test('a request is taken back and declined, and two that cross are a friendship', async () => {
    const service = await start()
    const [alex, steve] = [await player(service, 'Alex'), await player(service, 'Steve')]
    await alex.add(steve)
    assert.equal((await alex.remove(steve)).text, listOf({}))
    assert.equal((await steve.list()).text, listOf({}))
    await alex.add(steve)
    assert.equal((await steve.remove(alex)).text, listOf({}))
    assert.equal((await alex.list()).text, listOf({}))
    const both = await Promise.all([alex.add(steve), steve.add(alex)])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await alex.list()).text, listOf({ friends: [entry(steve)] }))
    assert.equal((await steve.list()).text, listOf({ friends: [entry(alex)] }))
  })

  test('the list is ordered by name, and a rename shows at once, with another tag', async () => {
    const service = await start()
    const alex = await player(service, 'Alex')
    const others = [await player(service, 'zoe'), await player(service, 'Bob'), await player(service, 'carl')]
    for (const other of others) {
      await alex.add(other)
      await other.add(alex)
    }
    const names = async () => (await alex.list()).json.friends.map(({ name }: Entry) => name)
    assert.deepEqual(await names(), ['Bob', 'carl', 'zoe'])
    const tag = (await alex.list()).headers.get('etag') ?? ''
    assert.match(tag, /^"[\w-]+"$/)
    for (const condition of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const same = await alex.list({ 'if-none-match': condition })
      assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', tag], condition)
    }
    const [zoe] = others
    assert.ok(zoe)
    assert.equal((await zoe.list({ 'if-none-match': tag })).status, 200)
    await renameAccount(service.context, operator, await service.stored(zoe), 'Anna')
    const renamed = await alex.list({ 'if-none-match': tag })
    assert.equal(renamed.status, 200)
    assert.deepEqual(await names(), ['Anna', 'Bob', 'carl'])
  })

  test('bodies that say nothing, and players who are not there', async () => {
    const service = await start()
    const [alex, steve] = [await player(service, 'Alex'), await player(service, 'Steve')]
    const leaving = await player(service, 'Leaving')
    const put = (body: unknown) => alex.send('friends', 'PUT', body)
    for (const body of ['', 'x', '[]', '"ADD"', '1', 'null']) {
      refused(await put(body), 400, 'IllegalArgumentException')
    }
    for (const updateType of [undefined, null, 'add', 'ACCEPT', 1]) {
      refused(await put({ updateType, name: 'Steve' }), 400, 'CONSTRAINT_VIOLATION')
    }
    await requestDeletion(service.context, operator, await service.stored(leaving))
    for (const named of [
      {},
      { name: null, profileId: null },
      { name: 'nobody' },
      { name: 7 },
      { name: steve.email },
      { name: steve.id },
      { name: 'Leaving' },
      { profileId: leaving.id },
      { profileId: 'Steve' },
      { profileId: 'ab'.repeat(16) },
      { name: 'nobody', profileId: steve.id },
      { name: 'Steve', profileId: 'ab'.repeat(16) },
    ]) {
      refused(await put({ updateType: 'ADD', ...named }), 400, 'CONSTRAINT_VIOLATION', 'UNKNOWN_PROFILE')
    }
    for (const named of [{}, { name: 'nobody' }, { profileId: 'Steve' }]) {
      refused(await put({ updateType: 'REMOVE', ...named }), 400, 'CONSTRAINT_VIOLATION', 'UNKNOWN_PROFILE')
    }
    refused(await put({ updateType: 'ADD', name: 'aLEX' }), 400, 'CONSTRAINT_VIOLATION', 'CANNOT_ADD_SELF')
    const two = { updateType: 'ADD', name: 'Alex', profileId: steve.id }
    refused(await put(two), 400, 'CONSTRAINT_VIOLATION', 'DUPLICATED_PROFILES')
    assert.equal((await put({ updateType: 'ADD', name: 'steve', profileId: steve.id })).status, 200)
    assert.equal((await service.request(`${services}/friends`)).status, 401)
    assert.equal((await alex.send('friends', 'POST', {})).headers.get('allow'), 'GET, HEAD, PUT')
  })

  test('whatever the other one wants is one and the same refusal', async () => {
    const service = await start()
    const { context } = service
    const alex = await player(service, 'Alex')
    const others = new Map<string, Awaited<ReturnType<typeof player>>>()
    for (const name of ['NoList', 'NoRequests', 'Suspended', 'Blocks', 'Blocked']) {
      others.set(name, await player(service, name))
    }
    const of = (name: string) => others.get(name) ?? assert.fail(name)
    await of('NoList').send('player/attributes', 'POST', { friendsPreferences: { friends: 'DISABLED' } })
    await of('NoRequests').send('player/attributes', 'POST', {
      friendsPreferences: { acceptInvites: 'DISABLED' },
    })
    await suspendAccount(context, operator, await service.stored(of('Suspended')), {})
    await blockPlayer(context, of('Blocks').id, alex.id)
    await blockPlayer(context, alex.id, of('Blocked').id)
    const answers = []
    for (const other of others.values()) answers.push(await alex.add(other))
    for (const answer of answers) refused(answer, 403, 'FORBIDDEN', 'INVITE_REJECTED')
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    // A player who takes no requests can ask, and be answered.
    assert.equal((await of('NoRequests').add(alex)).status, 200)
    assert.equal((await alex.add(of('NoRequests'))).json.friends.length, 1)
    assert.deepEqual((await alex.send('privacy/blocklist', 'GET')).json, {
      blockedProfiles: [of('Blocked').id],
    })
    await unblockPlayer(context, alex.id, of('Blocked').id)
    assert.equal((await alex.add(of('Blocked'))).status, 200)
    await alex.send('player/attributes', 'POST', { friendsPreferences: { friends: 'DISABLED' } })
    refused(await alex.add(of('Blocks')), 403, 'FORBIDDEN', 'FRIENDS_DISABLED')
  })

  test('nobody has more friends and requests than the limit, however many arrive at once', async () => {
    const service = await start({ NORN_FRIENDS_LIMIT: '3' })
    const alex = await player(service, 'Alex')
    const others = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => player(service, name)))
    const asked = await Promise.all(others.map((other) => alex.add(other)))
    assert.deepEqual(asked.map(({ status }) => status).sort(), [200, 200, 200, 403, 403])
    const full = asked.find(({ status }) => status === 403) ?? assert.fail()
    refused(full, 403, 'FORBIDDEN', 'LIMIT_REACHED')
    const zoe = await player(service, 'Zoe')
    const received = await Promise.all(others.map((other) => other.add(zoe)))
    assert.deepEqual(received.map(({ status }) => status).sort(), [200, 200, 200, 403, 403])
    const turnedAway = received.find(({ status }) => status === 403) ?? assert.fail()
    refused(turnedAway, 403, 'FORBIDDEN', 'INVITE_REJECTED')
    const accepted = await Promise.all(others.map((other) => zoe.add(other)))
    assert.equal(accepted.filter(({ status }) => status === 403).length, 2)
    // Those who were turned away are asked instead, in any order.
    const { friends, incomingRequests, outgoingRequests } = (await zoe.list()).json
    assert.equal(friends.length + outgoingRequests.length, 3)
    assert.equal(friends.length + incomingRequests.length, 3)
  })

  test('a request that nobody answers ends after 30 days, and gives its place back', async () => {
    const service = await start({ NORN_FRIENDS_LIMIT: '1' })
    const [alex, steve] = [await player(service, 'Alex'), await player(service, 'Steve')]
    await alex.add(steve)
    service.advance(friendRequestMs - 1)
    const again = async ({ username, password }: typeof alex) => service.signIn({ username, password })
    const listWith = async (token: string) =>
      (await service.get(`${services}/friends`, { headers: { authorization: `Bearer ${token}` } })).text
    assert.equal(await listWith(await again(steve)), listOf({ incoming: [entry(alex)] }))
    service.advance(1)
    const token = await again(steve)
    assert.equal(await listWith(token), listOf({}))
    const put = await service.request(`${services}/friends`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ updateType: 'ADD', profileId: alex.id }),
    })
    assert.equal(put.text, listOf({ outgoing: [entry(alex)] }))
  })

  test('new requests are limited by account and by network, with the time to wait', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const zoe = await player(service, 'Zoe')
    const alex = await player(service, 'Alex')
    const isSpent = (answer: Answer, { refillMs }: { refillMs: number }) => {
      refused(answer, 429, 'TooManyRequestsException')
      assert.equal(answer.headers.get('retry-after'), String(refillMs / 1000))
    }
    for (let count = 0; count < requestBudget.size; count++) {
      assert.equal((await alex.add(zoe)).status, 200)
      await alex.remove(zoe)
    }
    isSpent(await alex.add(zoe), requestBudget)
    // A player who has asked nobody pays for the others at the same address.
    for (let count = requestBudget.size; count < networkRequestBudget.size; count++)
      await takeRequest(service.context, `of ${count % 5} others`, '127.0.0.1')
    const eve = await player(service, 'Eve')
    isSpent(await eve.add(zoe), networkRequestBudget)
    assert.equal((await zoe.list()).text, listOf({}))
    const elsewhere = { 'x-forwarded-for': '192.0.2.7' }
    const add = { name: zoe.username, updateType: 'ADD' }
    assert.equal((await eve.send('friends', 'PUT', add, elsewhere)).status, 200)
    service.advance(requestBudget.refillMs)
    assert.equal((await alex.add(zoe)).status, 200)
  })

  test('accounts that wait for their deletion are in no list, and suspended ones stay', async () => {
    const service = await start()
    const [alex, steve, zoe] = [
      await player(service, 'Alex'),
      await player(service, 'Steve'),
      await player(service, 'Zoe'),
    ]
    for (const other of [steve, zoe]) {
      await alex.add(other)
      await other.add(alex)
    }
    await requestDeletion(service.context, operator, await service.stored(steve))
    await suspendAccount(service.context, operator, await service.stored(zoe), {})
    assert.equal((await alex.list()).text, listOf({ friends: [entry(zoe)] }))
    assert.equal((await alex.remove(zoe)).text, listOf({}))
  })

  test('without the setting these routes are unknown, and attributes and blocklist as before', async () => {
    const service = await start({ NORN_FRIENDS: 'off' })
    const alex = await player(service, 'Alex')
    for (const [path, method] of [
      ['friends', 'GET'],
      ['player/friends', 'PUT'],
      ['presence', 'POST'],
      ['player/presence', 'POST'],
    ] as const) {
      assert.equal((await alex.send(path, method, method === 'GET' ? undefined : {})).status, 404, path)
    }
    assert.equal((await alex.send('player/attributes', 'POST', {})).status, 405)
    assert.equal('friendsPreferences' in (await alex.send('player/attributes', 'GET')).json, false)
    assert.equal((await alex.send('privacy/blocklist', 'GET')).text, '{"blockedProfiles":[]}')
  })

  test('preferences are in the attributes, both at once, and each can be changed alone', async () => {
    const service = await start({ NORN_FRIENDS: 'opt-in' })
    const alex = await player(service, 'Alex')
    const attributes = () => alex.send('player/attributes', 'GET')
    const change = (friendsPreferences: unknown) =>
      alex.send('player/attributes', 'POST', { friendsPreferences })
    const is = (answer: Answer, friends: string, acceptInvites: string) =>
      assert.deepEqual(answer.json.friendsPreferences, { friends, acceptInvites })
    is(await attributes(), 'DISABLED', 'DISABLED')
    assert.deepEqual(Object.keys((await attributes()).json), [
      'privileges',
      'profanityFilterPreferences',
      'friendsPreferences',
      'banStatus',
    ])
    is(await change({ friends: 'ENABLED' }), 'ENABLED', 'DISABLED')
    is(await change({ acceptInvites: 'ENABLED', friends: null }), 'ENABLED', 'ENABLED')
    is(await alex.send('player/attributes', 'POST', { profanityFilterPreferences: {} }), 'ENABLED', 'ENABLED')
    for (const wrong of ['ENABLED', [], 1, { friends: true }, { acceptInvites: 'enabled' }]) {
      const answer = await change(wrong)
      assert.deepEqual(
        [answer.status, answer.json.error],
        [400, 'CONSTRAINT_VIOLATION'],
        JSON.stringify(wrong),
      )
    }
    is(await attributes(), 'ENABLED', 'ENABLED')
    await suspendAccount(service.context, operator, await service.stored(alex), {})
    is(await attributes(), 'DISABLED', 'DISABLED')
    assert.equal((await change({ friends: 'ENABLED' })).status, 401)
  })
})
