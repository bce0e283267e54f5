// Operators who make friends while something else happens to the same players, on one instance or two.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { blockPlayer } from '../../src/domain/friends/blocks.ts'
import { addFriend, removeFriend } from '../../src/domain/friends/change.ts'
import { friendsOf } from '../../src/domain/friends/list.ts'
import { clearFriends, makeFriends, partFriends } from '../../src/domain/friends/operator.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { isBlocked } from '../../src/storage/game/blocked-players.ts'
import { hold } from '../hold.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

const reasonOf = (settled: PromiseSettledResult<unknown>): string =>
  settled.status === 'fulfilled'
    ? 'done'
    : settled.reason instanceof Refused
      ? settled.reason.reason
      : String(settled.reason)

async function atOnce(...work: Promise<unknown>[]): Promise<string[]> {
  return (await Promise.allSettled(work)).map(reasonOf)
}

/** Holds the next transaction before it begins, so that its use case knows what was before. */
function holdTransaction(t: TestContext, { context }: RunningService) {
  let count = 0
  return hold(t, context.db, 'transaction', 1, () => ++count === 1)
}

async function eventsOf({ context }: RunningService): Promise<string[]> {
  const entries = await listAudit(context, { limit: 1000 })
  return entries
    .map(({ event }) => event)
    .filter((event) => event.startsWith('friend.'))
    .sort()
}

const namesOf = async ({ context }: RunningService, { id }: { id: string }) =>
  (await friendsOf(context, id)).friends.map(({ username }) => username)

onEveryDatabase('friends by operators', (start) => {
  test('never exceed the limit, however many are made at once, also against players', async () => {
    const service = await start({ NORN_FRIENDS_LIMIT: '2' })
    const { context } = service
    const alex = await service.account()
    const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.account()))
    const done = await atOnce(
      ...others.map((other, at) =>
        at % 3 === 0
          ? makeFriends(context, operator, alex, other)
          : at % 3 === 1
            ? makeFriends(context, operator, other, alex)
            : addFriend(context, { id: alex.id, address: '192.0.2.1' }, other.id),
      ),
    )
    assert.deepEqual(done.toSorted(), [...Array(2).fill('done'), ...Array(4).fill('friend_limit')].sort())
    const { friends, outgoing } = await friendsOf(context, alex.id)
    assert.equal(friends.length + outgoing.length, 2)
    assert.equal((await eventsOf(service)).length, friends.length, 'an entry for each that was made')
  })

  test('of the same two, made at once from both sides, are one friendship and one entry', async () => {
    const service = await start()
    const { context } = service
    const [alex, steve] = [await service.account(), await service.account()]
    const made = await Promise.all([
      makeFriends(context, operator, alex, steve),
      makeFriends(context, operator, steve, alex),
      addFriend(context, { id: alex.id, address: '192.0.2.1' }, steve.id),
      addFriend(context, { id: steve.id, address: '192.0.2.1' }, alex.id),
    ])
    const isMade = made.filter((each) => each === true).length
    assert.deepEqual(await namesOf(service, alex), [steve.username])
    assert.deepEqual(await eventsOf(service), Array(isMade).fill('friend.added'))
    const ended = await Promise.all([
      partFriends(context, operator, alex, steve),
      partFriends(context, operator, steve, alex),
      removeFriend(context, alex.id, steve.id),
    ])
    const count = ended.filter((each) => each === true).length
    assert.deepEqual(await eventsOf(service), [
      ...Array(isMade).fill('friend.added'),
      ...Array(count).fill('friend.removed'),
    ])
    assert.deepEqual(await namesOf(service, steve), [])
  })

  test('are not made over a block, whichever comes first', async (t) => {
    const service = await start()
    const { context } = service
    const [alex, steve] = [await service.account(), await service.account()]
    const held = holdTransaction(t, service)
    const making = atOnce(makeFriends(context, operator, alex, steve))
    await held.all
    await blockPlayer(context, steve.id, alex.id)
    held.release()
    assert.deepEqual(await making, ['friend_blocked'])
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await service.account(), await service.account()]
      const [made] = await atOnce(
        makeFriends(context, operator, one, other),
        blockPlayer(context, other.id, one.id),
      )
      assert.ok(made === 'done' || made === 'friend_blocked', made)
      assert.equal(await isBlocked(context.db, one.id, other.id), true)
      assert.deepEqual(await namesOf(service, one), [], 'nobody is a friend of who blocks them')
    }
  })

  test('are not made with an account that is being deleted, or is gone', async (t) => {
    const service = await start()
    const { context } = service
    const [alex, leaving, going] = [await service.account(), await service.account(), await service.account()]
    const held = holdTransaction(t, service)
    const making = atOnce(makeFriends(context, operator, alex, leaving))
    await held.all
    await requestDeletion(context, operator, await service.stored(leaving))
    held.release()
    assert.deepEqual(await making, ['friend_leaving'])
    const again = holdTransaction(t, service)
    const later = atOnce(makeFriends(context, operator, going, alex))
    await again.all
    await deleteAccount(context, operator, await service.stored(going))
    again.release()
    assert.deepEqual(await later, ['account_unknown'])
    assert.deepEqual(await eventsOf(service), [])
    for (let round = 0; round < 10; round++) {
      const other = await service.account()
      const stored = await service.stored(other)
      const [made] = await atOnce(
        makeFriends(context, operator, alex, other),
        deleteAccount(context, operator, stored),
      )
      assert.ok(made === 'done' || made === 'account_unknown', made)
      assert.deepEqual(await namesOf(service, alex), [])
    }
  })

  test('are cleared of several players at once that know each other', async () => {
    const service = await start()
    const { context } = service
    const players = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.account()))
    for (let round = 0; round < 5; round++) {
      for (const [at, one] of players.entries())
        for (const other of players.slice(at + 1)) await makeFriends(context, operator, one, other)
      const done = await atOnce(...players.map((player) => clearFriends(context, operator, player)))
      assert.deepEqual(
        done,
        players.map(() => 'done'),
      )
      for (const player of players) assert.deepEqual(await namesOf(service, player), [])
    }
  })
})
