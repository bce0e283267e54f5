// What friends play: reports as the game and launchers build them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { presenceRate } from '../../../src/domain/friends/budgets.ts'
import { addFriend } from '../../../src/domain/friends/change.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import { inPair, joinFriends } from '../../../src/storage/game/friendships.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../../service.ts'

type Seen = Record<'profileId' | 'status', string>

const services = '/authlib-injector/minecraftservices'
const minute = 60_000

async function player(service: RunningService, username: string) {
  const account = await service.account({ username })
  const gameOf = (token: string) => ({
    token,
    send: (path: string, body?: unknown, headers = {}): Promise<Answer> =>
      service.request(`${services}/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json; charset=utf-8',
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    report: (status: string, more = {}) => gameOf(token).send('presence', { status, ...more }),
  })
  return {
    ...account,
    ...gameOf(await service.signIn(account)),
    another: async () => gameOf(await service.signIn(account)),
  }
}

async function befriended(service: RunningService, ...names: string[]) {
  const players = []
  for (const name of names) players.push(await player(service, name))
  const [first, ...others] = players
  assert.ok(first)
  for (const other of others) {
    await addFriend(service.context, { id: first.id, address: '::1' }, other.id)
    await addFriend(service.context, { id: other.id, address: '::1' }, first.id)
  }
  return players as [typeof first, ...(typeof first)[]]
}

const hyphenated = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

onEveryDatabase('presence', (start) => {
  test('friends see a report, with hyphens, and nobody else does', async () => {
    const service = await start()
    const [alex, steve] = await befriended(service, 'Alex', 'Steve')
    const asker = await player(service, 'Asker')
    await addFriend(service.context, { id: asker.id, address: '::1' }, steve?.id ?? '')
    const none = await alex.report('ONLINE')
    assert.equal(none.text, '{"presence":[]}')
    assert.equal(none.headers.get('content-type'), 'application/json')
    assert.equal(none.headers.get('cache-control'), 'no-store')
    assert.ok(steve)
    const seen = await steve.send('player/presence', {
      status: 'PLAYING_SERVER',
      joinInfo: null,
      unknown: {},
    })
    const [friend] = seen.json.presence
    assert.match(friend.pmid, uuid)
    assert.notEqual(friend.pmid, hyphenated(alex.id))
    assert.deepEqual(seen.json, {
      presence: [
        {
          profileId: hyphenated(alex.id),
          pmid: friend.pmid,
          status: 'ONLINE',
          lastUpdated: new Date(service.now()).toISOString(),
        },
      ],
    })
    assert.equal((await asker.report('ONLINE')).text, '{"presence":[]}')
    assert.equal((await alex.report('ONLINE')).json.presence.length, 1)
  })

  test('a report is true for ten minutes, and its status since it was first reported', async () => {
    const service = await start()
    const [alex, steve] = await befriended(service, 'Alex', 'Steve')
    assert.ok(steve)
    const began = new Date(service.now()).toISOString()
    const see = async () => (await steve.report('OFFLINE')).json.presence
    await alex.report('PLAYING_SERVER')
    const [{ pmid }] = await see()
    service.advance(9 * minute)
    assert.equal((await see()).length, 1)
    service.advance(minute - 1)
    assert.equal((await see()).length, 1)
    service.advance(1)
    assert.deepEqual(await see(), [])
    service.advance(minute)
    await alex.report('PLAYING_SERVER')
    const again = (await see())[0]
    assert.equal(again.pmid, pmid)
    assert.notEqual(again.lastUpdated, began)
    const restarted = again.lastUpdated
    service.advance(5 * minute)
    await alex.report('PLAYING_SERVER')
    service.advance(9 * minute)
    assert.equal((await see())[0].lastUpdated, restarted)
    await alex.report('OFFLINE')
    assert.deepEqual(await see(), [])
    // Hiding does not hide others.
    assert.equal((await alex.report('OFFLINE')).json.presence.length, 0)
    await steve.report('ONLINE')
    assert.equal((await alex.report('OFFLINE')).json.presence.length, 1)
  })

  test('an unchanged status is written again only after four minutes', async () => {
    const service = await start()
    const alex = await player(service, 'Alex')
    const stored = () =>
      service.context.db.query.selectFrom('presence').select('until').executeTakeFirstOrThrow()
    await alex.report('ONLINE')
    const { until } = await stored()
    service.advance(4 * minute - 1)
    await alex.report('ONLINE')
    assert.equal((await stored()).until, until)
    service.advance(1)
    await alex.report('ONLINE')
    assert.equal((await stored()).until, until + 4 * minute)
    service.advance(1000)
    await alex.report('PLAYING_OFFLINE')
    assert.equal((await stored()).until, until + 4 * minute + 1000)
  })

  test('joinInfo has always a text, and tells only who is invited that they are', async () => {
    const service = await start()
    const [alex, steve, zoe] = await befriended(service, 'Alex', 'Steve', 'Zoe')
    assert.ok(steve && zoe)
    const joinInfoFor = async (who: typeof alex) => (await who.report('ONLINE')).json.presence[0].joinInfo
    const invites = [steve.id.toUpperCase(), hyphenated(steve.id), 'nonsense', 7, 'ab'.repeat(16)]
    await alex.report('PLAYING_HOSTED_SERVER', { joinInfo: { value: 'wörld', invites } })
    assert.deepEqual(await joinInfoFor(steve), { value: 'wörld', invited: true })
    assert.deepEqual(await joinInfoFor(zoe), { value: 'wörld', invited: false })
    await alex.report('ONLINE', { joinInfo: { value: 7 } })
    assert.deepEqual(await joinInfoFor(zoe), { value: '7', invited: false })
    for (const joinInfo of [{}, { value: null, invites: null }, { invited: [steve.id] }]) {
      await alex.report('ONLINE', { joinInfo })
      const seen: Answer = await zoe.report('ONLINE')
      const [friend] = seen.json.presence
      assert.deepEqual(friend.joinInfo, { value: friend.pmid, invited: false })
    }
    await alex.report('ONLINE')
    assert.equal(await joinInfoFor(zoe), undefined)
    for (const joinInfo of [
      'x',
      [],
      { value: {} },
      { value: true },
      { value: 'x'.repeat(257) },
      { value: 'a\nb' },
      { value: '\ud800' },
      { invites: 'x' },
      { invites: Array(201).fill(steve.id) },
    ]) {
      const answer = await alex.report('ONLINE', { joinInfo })
      assert.deepEqual(
        [answer.status, answer.json.error],
        [400, 'CONSTRAINT_VIOLATION'],
        JSON.stringify(joinInfo),
      )
    }
    for (const status of [undefined, null, 'online', 'PLAYING', 7]) {
      assert.equal((await alex.send('presence', { status })).status, 400)
    }
    for (const body of ['', '[]', '{', 'null']) assert.equal((await alex.send('presence', body)).status, 400)
  })

  test('the tag of an answer is repeated with 304, and is nobody else’s', async () => {
    const service = await start()
    const [alex, steve, zoe] = await befriended(service, 'Alex', 'Steve', 'Zoe')
    assert.ok(steve && zoe)
    await alex.report('ONLINE')
    const answer = await steve.report('ONLINE')
    const tag = answer.headers.get('etag') ?? ''
    const same = await steve.send('presence', { status: 'ONLINE' }, { 'if-none-match': tag })
    assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', tag])
    assert.equal((await zoe.send('presence', { status: 'ONLINE' }, { 'if-none-match': tag })).status, 200)
    // A report counts, whatever the answer to it is.
    await steve.send('presence', { status: 'PLAYING_REALMS' }, { 'if-none-match': tag })
    const seen = (await alex.report('ONLINE')).json.presence
    const ofSteve = seen.find(({ profileId }: { profileId: string }) => profileId === hyphenated(steve.id))
    assert.equal(ofSteve.status, 'PLAYING_REALMS')
    const ids = seen.map(({ profileId }: { profileId: string }) => profileId)
    assert.deepEqual(ids, ids.toSorted())
  })

  test('of several games of one player the last report counts, and one that closes does not hide the other', async () => {
    const service = await start()
    const [alex, steve] = await befriended(service, 'Alex', 'Steve')
    assert.ok(steve)
    const second = await alex.another()
    const see = async () =>
      (await steve.report('ONLINE')).json.presence.map(({ status }: { status: string }) => status)
    await alex.report('ONLINE')
    service.advance(1)
    await second.report('PLAYING_SERVER')
    assert.deepEqual(await see(), ['PLAYING_SERVER'])
    await second.report('OFFLINE')
    assert.deepEqual(await see(), ['ONLINE'])
  })

  test('presence ends with its token, and so it does with the end of a friendship and turning the list off', async () => {
    const service = await start()
    const { context } = service
    const ends: Record<string, (who: Awaited<ReturnType<typeof player>>) => Promise<unknown>> = {
      invalidated: ({ token }) =>
        service.post('/auth/invalidate', { accessToken: token, clientToken: 'launcher' }),
      refreshed: ({ token }) =>
        service.post('/auth/refresh', { accessToken: token, clientToken: 'launcher' }),
      signout: ({ username, password }) => service.post('/auth/signout', { username, password }),
      suspended: async (who) => suspendAccount(context, operator, await service.stored(who), {}),
      removed: (who) =>
        service.request(`${services}/friends`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${who.token}` },
          body: JSON.stringify({ updateType: 'REMOVE', name: 'Watcher' }),
        }),
      off: (who) => who.send('player/attributes', { friendsPreferences: { friends: 'DISABLED' } }),
    }
    const [watcher, ...others] = await befriended(service, 'Watcher', ...Object.keys(ends))
    for (const other of others) await other.report('ONLINE')
    const names = async () => (await watcher.report('ONLINE')).json.presence.length
    assert.equal(await names(), others.length)
    for (const [index, other] of others.entries()) {
      await ends[other.username]?.(other)
      assert.equal(await names(), others.length - index - 1, other.username)
    }
    const off = others.at(-1)
    assert.equal((await off?.report('ONLINE'))?.text, '{"presence":[]}')
    assert.equal(await names(), 0)
  })

  test('a game that reports too often gets the time to wait, and the sweep forgets the rest', async () => {
    const service = await start()
    const alex = await player(service, 'Alex')
    for (let count = 0; count < presenceRate.size; count++) {
      assert.equal((await alex.report('ONLINE')).status, 200)
    }
    const answer = await alex.report('ONLINE')
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '2'])
    assert.equal(answer.json.error, 'TooManyRequestsException')
    service.advance(2000)
    assert.equal((await alex.report('ONLINE')).status, 200)
    service.advance(24 * 60 * minute + 10 * minute)
    await sweep(service.context)
    assert.equal((await service.context.db.query.selectFrom('presence').selectAll().execute()).length, 0)
  })

  test('all friends are seen, also when their games are more than are read at once', async () => {
    const service = await start()
    const alex = await player(service, 'Alex')
    const friends = []
    for (let number = 0; number < 66; number++) friends.push(await player(service, `Friend${number}`))
    friends.sort((one, other) => (one.id < other.id ? -1 : 1))
    for (const { id } of friends) {
      await service.context.db.transaction((tx) => joinFriends(tx, ...inPair(alex.id, id), 0))
    }
    for (const { report } of friends) await report('ONLINE')
    service.advance(1000)
    // An odd number before them, so that one of the batches ends between two games of a player.
    for (const { another } of friends.slice(1)) await (await another()).report('PLAYING_SERVER')
    const expected = friends.map(({ id }, at) => [hyphenated(id), at === 0 ? 'ONLINE' : 'PLAYING_SERVER'])
    for (const status of ['ONLINE', 'ONLINE', 'PLAYING_SERVER']) {
      const { json } = await alex.report(status)
      assert.deepEqual(
        json.presence.map(({ profileId, status }: Seen) => [profileId, status]),
        expected,
      )
    }
  })
})
