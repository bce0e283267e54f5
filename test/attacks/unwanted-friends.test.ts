// Strangers can do little to the list of a player who never asked for them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declinedMs } from '../../src/model/game/friends.ts'
import { onEveryDatabase } from '../service.ts'
import { behindProxy, gameOf, playerAt } from '../wire/vendor-services/game.ts'

const limit = 4
const settings = { ...behindProxy, NORN_FRIENDS_LIMIT: String(limit) }

/** An address of a network, of which a provider has given its customer a /48. */
const inNetwork = (network: number, host = 1) => `2001:db8:${network.toString(16)}:${host.toString(16)}::1`

onEveryDatabase('unwanted friends', (start) => {
  test('accounts of one network do not keep a friend from asking, and the limit holds', async () => {
    const service = await start(settings)
    const target = await playerAt(service, 'Target')
    for (let number = 0; number < limit; number++) {
      const filler = await playerAt(service, `Filler_${number}`, inNetwork(1, number))
      assert.equal((await filler.add(target)).status, 200)
      service.advance(1)
    }
    const more = await playerAt(service, 'More', inNetwork(1, 99))
    assert.equal((await more.add(target)).json.details.status, 'INVITE_REJECTED')
    const friend = await playerAt(service, 'Friend', '203.0.113.7')
    assert.equal((await friend.add(target)).status, 200)
    // The oldest request of the network that has most of them has made room.
    assert.deepEqual((await target.list()).incoming, ['Filler_1', 'Filler_2', 'Filler_3', 'Friend'])
    // The others cannot push the friend out: their network has no fewer requests than the friend's.
    assert.equal((await more.add(target)).status, 403)
    assert.ok((await target.list()).incoming.includes('Friend'))
  })

  test('a list that is full of networks with one request each stays as it is', async () => {
    const service = await start(settings)
    const target = await playerAt(service, 'Target')
    for (let number = 0; number < limit; number++) {
      const each = await playerAt(service, `Each_${number}`, inNetwork(number))
      assert.equal((await each.add(target)).status, 200)
    }
    const next = await playerAt(service, 'Next', inNetwork(77))
    assert.equal((await next.add(target)).status, 403)
    assert.equal((await target.list()).incoming.length, limit)
    // One is declined, and there is room again.
    assert.equal(
      (
        await target.remove(
          await service.context.db.query
            .selectFrom('account')
            .select('id')
            .where('username', '=', 'Each_0')
            .executeTakeFirstOrThrow(),
        )
      ).status,
      200,
    )
    assert.equal((await next.add(target)).status, 200)
  })

  test('many at once, from many networks, never exceed the limit', async () => {
    const service = await start(settings)
    const target = await playerAt(service, 'Target')
    const all = []
    for (let number = 0; number < 3 * limit; number++) {
      all.push(await playerAt(service, `Asker_${number}`, inNetwork(number < 2 * limit ? 1 : number)))
    }
    const answers = await Promise.all(all.map((each) => each.add(target)))
    assert.ok(answers.every(({ status }) => status === 200 || status === 403))
    assert.equal((await target.list()).incoming.length, limit)
    const stored = await service.context.db.query.selectFrom('friendship').selectAll().execute()
    assert.equal(stored.length, limit)
  })

  test('a player who was declined can ask again, and is not seen for a week', async () => {
    const service = await start()
    const [asker, target] = [await playerAt(service, 'Asker'), await playerAt(service, 'Target')]
    const other = await playerAt(service, 'Other')
    const fresh = await asker.add(target)
    await target.remove(asker)
    const again = await asker.add(target)
    // The asker sees what any request looks like.
    assert.deepEqual([again.status, again.text], [fresh.status, fresh.text])
    assert.deepEqual(await asker.list(), { friends: [], incoming: [], outgoing: ['Target'] })
    assert.deepEqual((await target.list()).incoming, [])
    // Others are seen.
    await other.add(target)
    assert.deepEqual((await target.list()).incoming, ['Other'])
    service.advance(declinedMs - 1)
    const seen = gameOf(service, await service.signIn(target))
    assert.deepEqual((await seen.list()).incoming, ['Other'])
    service.advance(1)
    assert.deepEqual((await seen.list()).incoming, ['Asker', 'Other'])
  })

  test('a player who has declined can ask, and the other one accepts or has asked already', async () => {
    const service = await start()
    const target = await playerAt(service, 'Target')
    for (const asksAgain of [true, false]) {
      const asker = await playerAt(service, asksAgain ? 'Again' : 'Once')
      await asker.add(target)
      await target.remove(asker)
      if (asksAgain) await asker.add(target)
      await target.add(asker)
      if (!asksAgain) {
        // Asking takes the decline back.
        await target.remove(asker)
        await asker.add(target)
        assert.deepEqual((await target.list()).incoming, ['Once'])
        await target.add(asker)
      }
      assert.ok((await target.list()).friends.includes(asker.username))
    }
  })

  test('to end a friendship, or to take a request back, declines nothing', async () => {
    const service = await start()
    const [asker, target] = [await playerAt(service, 'Asker'), await playerAt(service, 'Target')]
    await asker.add(target)
    await asker.remove(target)
    await asker.add(target)
    assert.deepEqual((await target.list()).incoming, ['Asker'])
    await target.add(asker)
    await target.remove(asker)
    await asker.add(target)
    assert.deepEqual((await target.list()).incoming, ['Asker'])
  })
})
