// Friends, presence and wishes of a player, as others see them and as they do not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { blockPlayer } from '../../src/domain/friends/blocks.ts'
import { changeFriendsPreferences } from '../../src/domain/friends/preferences.ts'
import { reporterOf, reportPresence } from '../../src/domain/friends/presence.ts'
import { maxGames } from '../../src/model/game/friends.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../service.ts'
import { befriend, type Game, gameOf, playerAt } from '../wire/vendor-services/game.ts'

/** All of an answer but what each has of its own. */
const shown = ({ status, text, headers }: Answer) => {
  const own = new Set(['date', 'x-request-id', 'request-id'])
  return { status, text, headers: [...headers].filter(([name]) => !own.has(name)) }
}

/** Players who take no request of somebody, each for another reason. */
async function unwilling(service: RunningService, asker: Game): Promise<Map<string, Game>> {
  const { context } = service
  const reasons: Record<string, (other: Game) => Promise<unknown>> = {
    listOff: (other) => changeFriendsPreferences(context, other, { friends: false }),
    requestsOff: (other) => changeFriendsPreferences(context, other, { acceptInvites: false }),
    suspended: async (other) => suspendAccount(context, operator, await service.stored(other), {}),
    blocks: (other) => blockPlayer(context, other.id, asker.id),
    blocked: (other) => blockPlayer(context, asker.id, other.id),
    full: async (other) => {
      for (const name of ['First', 'Second', 'Third']) await (await playerAt(service, name)).add(other)
    },
  }
  const found = new Map<string, Game>()
  for (const [reason, make] of Object.entries(reasons)) {
    const other = await playerAt(service, reason)
    await make(other)
    found.set(reason, other)
  }
  return found
}

onEveryDatabase('friends as others see them', (start) => {
  test('a refused request is the same for each reason, to the last header and statement', async (t) => {
    const service = await start({ NORN_FRIENDS_LIMIT: '3' })
    const asker = await playerAt(service, 'Asker')
    const others = await unwilling(service, asker)
    const sent = t.mock.method(Worker.prototype, 'postMessage')
    const counts = new Map<string, number>()
    const answers = new Map<string, object>()
    for (const [reason, other] of others) {
      answers.set(reason, shown(await asker.add(other)))
      // What is written once a second may come between.
      const tries: number[] = []
      for (let number = 0; number < 3; number++) {
        await service.context.attempts.flush()
        sent.mock.resetCalls()
        await asker.add(other)
        tries.push(sent.mock.callCount())
      }
      counts.set(reason, Math.min(...tries))
    }
    const [first] = answers.values()
    for (const [reason, answer] of answers) assert.deepEqual(answer, first, reason)
    assert.equal(new Set(counts.values()).size, 1, JSON.stringify([...counts]))
    // To remove any of them, or nobody, is the same as well.
    const removed = []
    for (const other of others.values()) removed.push(shown(await asker.remove(other)))
    removed.push(shown(await asker.remove({ id: 'ab'.repeat(16) })))
    for (const answer of removed) assert.deepEqual(answer, removed[0])
  })

  test('a friend who is suspended looks like one who is offline', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    await steve.report('OFFLINE')
    const offline = [shown(await alex.send('GET', 'friends')), shown(await alex.report('ONLINE'))]
    await steve.report('ONLINE')
    assert.equal((await alex.report('ONLINE')).json.presence.length, 1)
    await suspendAccount(service.context, operator, await service.stored(steve), {})
    assert.deepEqual([shown(await alex.send('GET', 'friends')), shown(await alex.report('ONLINE'))], offline)
  })

  test('presence is seen by nobody who is not a friend at that moment', async () => {
    const service = await start()
    const { context } = service
    const shy = await playerAt(service, 'Shy')
    await shy.report('PLAYING_SERVER', { joinInfo: { value: 'the way to my world' } })
    const sees = async (other: Game) => (await other.report('ONLINE')).text.includes('the way to my world')
    const stranger = await playerAt(service, 'Stranger')
    const asks = await playerAt(service, 'Asks')
    await asks.add(shy)
    const asked = await playerAt(service, 'Asked')
    await shy.add(asked)
    const declined = await playerAt(service, 'Declined')
    await declined.add(shy)
    await shy.remove(declined)
    await declined.add(shy)
    for (const other of [stranger, asks, asked, declined])
      assert.equal(await sees(other), false, other.username)
    const was = await playerAt(service, 'Was')
    const blocked = await playerAt(service, 'Blocked')
    const off = await playerAt(service, 'Off')
    for (const other of [was, blocked, off]) {
      await befriend(shy, other)
      assert.equal(await sees(other), true, other.username)
    }
    await shy.remove(was)
    await blockPlayer(context, shy.id, blocked.id)
    await changeFriendsPreferences(context, off, { friends: false })
    for (const other of [was, blocked, off]) assert.equal(await sees(other), false, other.username)
    await changeFriendsPreferences(context, off, { friends: true })
    await changeFriendsPreferences(context, shy, { friends: false })
    assert.equal(await sees(off), false)
    // What was reported before is forgotten, and does not come back with the list.
    await changeFriendsPreferences(context, shy, { friends: true })
    assert.equal(await sees(off), false)
  })

  test('a report whose body came after the list was turned off is not kept', async () => {
    const service = await start()
    const { context } = service
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    const reporter = await reporterOf(context, { accessToken: alex.token, address: '::1' })
    await changeFriendsPreferences(context, alex, { friends: false })
    await reportPresence(context, reporter, { status: 'ONLINE', joinInfo: undefined })
    await changeFriendsPreferences(context, alex, { friends: true })
    assert.deepEqual((await steve.report('ONLINE')).json.presence, [])
  })

  test('the games of one player are bounded, and each invited player is kept once', async () => {
    const service = await start()
    const [alex, steve] = [await playerAt(service, 'Alex'), await playerAt(service, 'Steve')]
    await befriend(alex, steve)
    const invites = Array<string>(200).fill(steve.id)
    for (let number = 0; number < maxGames + 3; number++) {
      service.advance(1)
      const game = gameOf(service, await service.signIn(alex))
      await game.report('PLAYING_HOSTED_SERVER', { joinInfo: { value: `game ${number}`, invites } })
    }
    const rows = await service.context.db.query
      .selectFrom('presence')
      .selectAll()
      .where('account_id', '=', alex.id)
      .orderBy('since')
      .execute()
    assert.equal(rows.length, maxGames)
    assert.equal(rows.at(-1)?.join_value, `game ${maxGames + 2}`)
    for (const { invites } of rows) assert.equal(invites, steve.id)
    const [seen] = (await steve.report('ONLINE')).json.presence
    assert.deepEqual(seen.joinInfo, { value: `game ${maxGames + 2}`, invited: true })
  })

  test('a player who was declined reads the same as one who waits, tag and all', async () => {
    const service = await start()
    const [waits, declined] = [await playerAt(service, 'Waits'), await playerAt(service, 'Declined')]
    const target = await playerAt(service, 'Target')
    for (const each of [waits, declined]) await each.add(target)
    await target.remove(declined)
    const again = await declined.add(target)
    const text = (await waits.send('GET', 'friends')).text
    assert.equal(again.text, text)
    const tag = again.headers.get('etag') ?? ''
    assert.equal((await declined.send('GET', 'friends', undefined, { 'if-none-match': tag })).status, 304)
    // Asking once more, or taking it back, is nothing special either.
    assert.equal((await declined.add(target)).text, text)
    assert.equal((await declined.remove(target)).json.empty, true)
    assert.deepEqual((await target.list()).incoming, ['Waits'])
  })
})
