// Friends and presence on several instances, at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '../databases.ts'
import type { RunningService } from '../service.ts'
import { gameOf } from '../wire/vendor-services/game.ts'
import { startOn, statuses } from './instances.ts'

for (const kind of kinds()) {
  test(`friends of several instances (${kind})`, async (t) => {
    const limit = 3
    const services = await startOn(t, kind, { NORN_FRIENDS_LIMIT: String(limit) })
    const [first] = services
    const last: RunningService = services.at(-1) ?? first
    /** A player whose game is connected to one of the instances. */
    const player = async (name: string, instance: RunningService = first) => {
      const account = await first.account({ username: name })
      return { ...account, ...gameOf(instance, await instance.signIn(account)) }
    }
    const rows = () => first.context.db.query.selectFrom('friendship').selectAll().execute()

    await t.test('two requests that cross are one friendship', async () => {
      for (let round = 0; round < 5; round++) {
        const [one, other] = [await player(`One_${round}`), await player(`Other_${round}`, last)]
        assert.deepEqual(statuses(await Promise.all([one.add(other), other.add(one)])), [200, 200])
        assert.deepEqual(await one.list(), { friends: [other.username], incoming: [], outgoing: [] })
        assert.deepEqual(await other.list(), { friends: [one.username], incoming: [], outgoing: [] })
      }
      assert.equal((await rows()).length, 5)
    })

    await t.test('to accept and to take back at once ends in one of both', async () => {
      for (let round = 0; round < 5; round++) {
        const [one, other] = [await player(`Asks_${round}`), await player(`Takes_${round}`, last)]
        await one.add(other)
        const answers = await Promise.all([one.remove(other), other.add(one)])
        assert.deepEqual(statuses(answers), [200, 200])
        const [ofOne, ofOther] = [await one.list(), await other.list()]
        assert.equal(ofOne.friends.length, ofOther.friends.length)
        assert.deepEqual(
          [ofOne.incoming.length, ofOther.incoming.length],
          [ofOther.outgoing.length, ofOne.outgoing.length],
        )
      }
    })

    await t.test('a report to one is seen at another, and ends with its token', async () => {
      const [alex, steve] = [await player('Alex'), await player('Steve', last)]
      await alex.add(steve)
      await steve.add(alex)
      const seen = async () =>
        (await steve.report('ONLINE')).json.presence.map(({ status }: { status: string }) => status)
      await alex.report('PLAYING_SERVER')
      assert.deepEqual(await seen(), ['PLAYING_SERVER'])
      await alex.report('OFFLINE')
      assert.deepEqual(await seen(), [])
      await alex.report('ONLINE')
      assert.deepEqual(await seen(), ['ONLINE'])
      assert.equal(
        (await last.post('/auth/signout', { username: 'Alex', password: alex.password })).status,
        200,
      )
      assert.deepEqual(await seen(), [])
    })

    await t.test('one game that reports to two instances has one pmid', async () => {
      const watcher = await player('Watcher')
      const account = await first.account({ username: 'Roams' })
      const token = await first.signIn(account)
      const [near, far] = [gameOf(first, token), gameOf(last, token)]
      await near.add(watcher)
      await watcher.add(account)
      await Promise.all([near.report('ONLINE', { joinInfo: {} }), far.report('ONLINE', { joinInfo: {} })])
      const [{ pmid }] = (await watcher.report('ONLINE')).json.presence
      await far.report('PLAYING_SERVER', { joinInfo: {} })
      const [again] = (await watcher.report('ONLINE')).json.presence
      assert.equal(again.pmid, pmid)
      assert.deepEqual(again.joinInfo, { value: pmid, invited: false })
    })

    await t.test('neither limit is exceeded by requests at once', async () => {
      const askers = []
      for (let number = 0; number < 8; number++) {
        askers.push(await player(`Asker_${number}`, number % 2 === 0 ? first : last))
      }
      const target = await player('Target')
      await Promise.all(askers.map((each) => each.add(target)))
      assert.equal((await target.list()).incoming.length, limit)
      const account = await first.account({ username: 'Eager' })
      const games = await Promise.all(
        services.map(async (service) => gameOf(service, await service.signIn(account))),
      )
      await Promise.all(askers.flatMap((each) => games.map((game) => game.add(each))))
      const list = await games[0]?.list()
      assert.equal(list?.outgoing.length, limit)
      // Accepting counts too: by two games of one player, and while others accept.
      const busy = await player('Busy', last)
      for (const each of askers) await each.remove(target)
      await Promise.all(askers.map((each) => each.add(busy)))
      const accepting = gameOf(first, await first.signIn(busy))
      await Promise.all(
        askers.flatMap((each, index) => [(index % 2 === 0 ? busy : accepting).add(each), target.add(each)]),
      )
      for (const each of [busy, target, ...askers]) {
        const { friends, outgoing, incoming } = await each.list()
        assert.ok(friends.length + outgoing.length <= limit, each.username)
        assert.ok(incoming.length <= limit, each.username)
      }
    })
  })
}
