// The parsers of the game and of launchers trip over these answers, one test for each, with requests as they build them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { type Answer, onEveryDatabase, operator } from '../../service.ts'
import { befriend, playerAt, services } from './game.ts'

const minute = 60_000
const hyphenated = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const joins = { joinInfo: { value: 'world' } }

/** Fails if a member of an answer is null, which makes clients fail that read a text. */
function hasNoNull({ text }: Answer): void {
  JSON.parse(text, (key, value: unknown) => {
    assert.notEqual(value, null, `${key} in ${text}`)
    return value
  })
}

onEveryDatabase('friends as clients parse them', (start) => {
  test('preferences have both members in every answer: one that is missing ends the game', async () => {
    const service = await start()
    const alex = await playerAt(service, 'Alex')
    const answers = [
      await alex.send('GET', 'player/attributes'),
      await alex.send('POST', 'player/attributes', {}),
      await alex.send('POST', 'player/attributes', { friendsPreferences: null }),
      await alex.send('POST', 'player/attributes', { friendsPreferences: {} }),
      await alex.send('POST', 'player/attributes', { friendsPreferences: { friends: 'DISABLED' } }),
      await alex.send('POST', 'player/attributes', {
        friendsPreferences: { acceptInvites: 'DISABLED', x: 1 },
      }),
      await alex.send('GET', 'player/attributes'),
    ]
    await suspendAccount(service.context, operator, await service.stored(alex), {})
    answers.push(await alex.send('GET', 'player/attributes'))
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      const { friends, acceptInvites, ...more } = answer.json.friendsPreferences
      for (const value of [friends, acceptInvites]) assert.match(value, /^(ENABLED|DISABLED)$/)
      assert.deepEqual(more, {})
    }
  })

  test('joinInfo is missing or has a text: null ends a launcher, whatever was sent', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    for (const joinInfo of [
      null,
      undefined,
      {},
      { value: null },
      { value: '' },
      { value: 7 },
      { invites: null },
    ]) {
      assert.equal((await alex.report('ONLINE', { joinInfo })).status, 200)
      const answer = await steve.report('ONLINE')
      hasNoNull(answer)
      const [{ joinInfo: seen }] = answer.json.presence
      if (seen !== undefined)
        assert.deepEqual([typeof seen.value, typeof seen.invited], ['string', 'boolean'])
    }
  })

  test('no answer has a member that is null', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    hasNoNull(await alex.send('GET', 'friends'))
    await befriend(alex, steve)
    for (const path of ['friends', 'player/friends', 'player/attributes', 'privacy/blocklist']) {
      hasNoNull(await alex.send('GET', path))
    }
    hasNoNull(await alex.report('ONLINE'))
  })

  test('lists have ids without hyphens, presence with them, and requests take both in any case', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    const forms = [steve.id, steve.id.toUpperCase(), hyphenated(steve.id), hyphenated(steve.id).toUpperCase()]
    for (const profileId of forms) {
      const asked = await alex.send('PUT', 'friends', { updateType: 'ADD', profileId })
      assert.deepEqual(asked.json.outgoingRequests, [{ profileId: steve.id, name: 'Steve' }], profileId)
      const ended = await alex.send('PUT', 'friends', { updateType: 'REMOVE', profileId })
      assert.equal(ended.json.empty, true, profileId)
    }
    await befriend(alex, steve)
    await steve.report('ONLINE')
    const [{ profileId, pmid }] = (await alex.report('ONLINE')).json.presence
    assert.equal(profileId, hyphenated(steve.id))
    assert.equal(pmid, hyphenated(pmid.replaceAll('-', '')))
    for (const form of [alex.id, hyphenated(alex.id), hyphenated(alex.id).toUpperCase()]) {
      await steve.report('PLAYING_HOSTED_SERVER', { joinInfo: { value: 'world', invites: [form] } })
      const [{ joinInfo }] = (await alex.report('ONLINE')).json.presence
      assert.deepEqual(joinInfo, { value: 'world', invited: true }, form)
    }
  })

  test('304 repeats the tag, which the game forgets otherwise, at both addresses', async () => {
    const service = await start()
    const alex = await playerAt(service, 'Alex')
    for (const [method, path, body] of [
      ['GET', 'friends', undefined],
      ['GET', 'player/friends', undefined],
      ['POST', 'presence', { status: 'ONLINE' }],
      ['POST', 'player/presence', { status: 'ONLINE' }],
    ] as const) {
      const first = await alex.send(method, path, body)
      const tag = first.headers.get('etag') ?? ''
      assert.match(tag, /^"[\w-]{16,}"$/, path)
      const same = await alex.send(method, path, body, { 'if-none-match': tag })
      assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', tag], path)
      assert.equal(same.headers.get('retry-after'), null)
      assert.equal(first.headers.get('retry-after'), null)
      // The tag of one address is good at the other.
      const other = path.startsWith('player/') ? path.slice('player/'.length) : `player/${path}`
      assert.equal((await alex.send(method, other, body, { 'if-none-match': tag })).status, 304)
    }
  })

  test('a tag is never good for the list of another player, though both are the same to the byte', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    for (const [method, path, body] of [
      ['GET', 'friends', undefined],
      ['POST', 'presence', { status: 'ONLINE' }],
    ] as const) {
      const own = await alex.send(method, path, body)
      const tag = own.headers.get('etag') ?? ''
      const others = await steve.send(method, path, body, { 'if-none-match': tag })
      assert.deepEqual([others.status, others.text], [200, own.text], path)
      assert.notEqual(others.headers.get('etag'), tag, path)
    }
    // A second token of the same player sees the same list.
    const second = await service.signIn(alex)
    const first = await alex.send('GET', 'friends')
    const again = await service.get(`${services}/friends`, {
      headers: { authorization: `Bearer ${second}`, 'if-none-match': first.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
  })

  test('a change answers 200 with the whole list and its tag, never 204', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    const members = ['friends', 'incomingRequests', 'outgoingRequests', 'empty']
    for (const [who, other, updateType] of [
      [alex, steve, 'ADD'],
      [alex, steve, 'ADD'],
      [steve, alex, 'ADD'],
      [steve, alex, 'ADD'],
      [alex, steve, 'REMOVE'],
      [alex, steve, 'REMOVE'],
    ] as const) {
      // A condition is one for reading: what was changed is always shown.
      const changed = await who.send(
        'PUT',
        'friends',
        { updateType, name: other.username },
        { 'if-none-match': '*' },
      )
      assert.equal(changed.status, 200)
      assert.deepEqual(Object.keys(changed.json), members)
      const read = await who.send('GET', 'friends')
      assert.deepEqual([read.text, read.headers.get('etag')], [changed.text, changed.headers.get('etag')])
    }
    assert.equal((await alex.report('OFFLINE')).status, 200)
    assert.equal((await alex.send('POST', 'player/attributes', {})).status, 200)
  })

  test('a status is seen after 9 minutes, and no more after 11', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    await alex.report('ONLINE')
    service.advance(9 * minute)
    assert.equal((await steve.report('ONLINE')).json.presence.length, 1)
    service.advance(2 * minute)
    assert.equal((await steve.report('ONLINE')).json.presence.length, 0)
  })

  test('the game that repeats a status every five minutes is never away, with one beginning', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    const began = new Date(service.now()).toISOString()
    for (let count = 0; count < 5; count++) {
      await alex.report('PLAYING_SERVER')
      service.advance(5 * minute)
      const [seen] = (await steve.report('ONLINE')).json.presence
      assert.deepEqual([seen?.status, seen?.lastUpdated], ['PLAYING_SERVER', began])
    }
  })

  test('a launcher that sends members as null, and one that names a player twice', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    for (const body of [
      { name: 'Steve', profileId: null, updateType: 'ADD' },
      { name: null, profileId: steve.id, updateType: 'REMOVE' },
      { updateType: 'ADD', name: 'Steve', profileId: steve.id },
      { updateType: 'REMOVE', name: 'Steve', profileId: steve.id },
    ]) {
      assert.equal((await alex.send('PUT', 'friends', body)).status, 200, JSON.stringify(body))
    }
    const report = { status: 'ONLINE', joinInfo: null }
    assert.equal((await alex.send('POST', 'presence', report)).status, 200)
  })

  test('a launcher that says invited for invites opens its world to nobody in particular', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    const joinInfo = { value: 'world', invited: [steve.id] }
    assert.equal((await alex.report('PLAYING_HOSTED_SERVER', { joinInfo })).status, 200)
    assert.deepEqual((await steve.report('ONLINE')).json.presence[0].joinInfo, {
      value: 'world',
      invited: false,
    })
    // Each report replaces the one before, its joinInfo too.
    await alex.report('ONLINE')
    assert.equal('joinInfo' in (await steve.report('ONLINE')).json.presence[0], false)
    await alex.report('ONLINE', joins)
    assert.equal((await steve.report('ONLINE')).json.presence[0].joinInfo.value, 'world')
  })

  test('the addresses of another tool answer the same, with their own path in refusals', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    for (const path of ['friends', 'player/friends']) {
      const body = { updateType: 'ADD', name: 'nobody' }
      const refused = await alex.send('PUT', path, body)
      assert.equal(refused.json.path, `${services}/${path}`)
      const method = await alex.send('DELETE', path)
      assert.deepEqual([method.status, method.headers.get('allow')], [405, 'GET, HEAD, PUT'])
    }
    for (const path of ['presence', 'player/presence']) {
      assert.equal((await alex.send('POST', path, {})).json.path, `${services}/${path}`)
      const method = await alex.send('GET', path)
      assert.deepEqual([method.status, method.headers.get('allow')], [405, 'POST'])
    }
    assert.equal((await alex.send('GET', 'player/friends')).text, (await alex.send('GET', 'friends')).text)
  })

  test('a dead token is 401 at each address: a status of its own for "sign in again"', async () => {
    const service = await start()
    const alex = await playerAt(service, 'Alex')
    await service.post('/auth/invalidate', { accessToken: alex.token, clientToken: 'launcher' })
    for (const [method, path, body] of [
      ['GET', 'friends', undefined],
      ['PUT', 'friends', { updateType: 'ADD', name: 'Alex' }],
      ['POST', 'presence', { status: 'ONLINE' }],
      ['POST', 'player/attributes', {}],
      ['GET', 'player/friends', undefined],
      ['POST', 'player/presence', { status: 'ONLINE' }],
    ] as const) {
      assert.equal((await alex.send(method, path, body)).status, 401, path)
    }
  })
})
