// The friends client of the npm package @xmcl/user, whose requests go to this service in place of the vendor's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MojangClient, MojangFriendsError } from '@xmcl/user'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { services } from '../wire/vendor-services/game.ts'

const clientOf = (service: RunningService) =>
  new MojangClient({
    fetch: (url: URL | string, init?: RequestInit) => {
      const { pathname } = new URL(String(url))
      return fetch(`${service.baseUrl}${services}${pathname}`, init)
    },
  } as ConstructorParameters<typeof MojangClient>[0])

const problemOf = (rejected: Promise<unknown>) =>
  rejected.then(
    () => assert.fail('was not refused'),
    (error: unknown) => {
      assert.ok(error instanceof MojangFriendsError)
      return [error.status, error.subStatus, error.message]
    },
  )

onEveryDatabase('@xmcl/user: friends', (start) => {
  test('asks, accepts, is not told the same twice, and ends', async () => {
    const service = await start()
    const client = clientOf(service)
    const [alex, steve] = [
      await service.account({ username: 'Alex' }),
      await service.account({ username: 'Steve' }),
    ]
    const [ofAlex, ofSteve] = [await service.signIn(alex), await service.signIn(steve)]
    await client.addFriend(ofAlex, { name: 'Steve' })
    const asked = await client.getFriends(ofSteve)
    assert.ok(!('notModified' in asked))
    assert.deepEqual(
      asked.incomingRequests.map(({ profileId, name }) => ({ profileId, name })),
      [{ profileId: alex.id, name: 'Alex' }],
    )
    await client.addFriend(ofSteve, { name: 'Alex', profileId: alex.id })
    const list = await client.getFriends(ofAlex)
    assert.ok(!('notModified' in list))
    assert.deepEqual(
      list.friends.map(({ name }) => name),
      ['Steve'],
    )
    assert.deepEqual(await client.getFriends(ofAlex, list.etag), { notModified: true, etag: list.etag })
    await client.removeFriend(ofAlex, { profileId: steve.id })
    const ended = await client.getFriends(ofAlex, list.etag)
    assert.ok(!('notModified' in ended))
    assert.deepEqual([ended.friends, ended.incomingRequests, ended.outgoingRequests], [[], [], []])
  })

  test('understands refusals, and changes each preference alone', async () => {
    const service = await start()
    const client = clientOf(service)
    const [alex, steve] = [
      await service.account({ username: 'Alex' }),
      await service.account({ username: 'Steve' }),
    ]
    const [ofAlex, ofSteve] = [await service.signIn(alex), await service.signIn(steve)]
    const ask = (target: { name?: string; profileId?: string }) => problemOf(client.addFriend(ofAlex, target))
    assert.deepEqual(await ask({ name: 'nobody' }), [400, 'UNKNOWN_PROFILE', 'There is no such player.'])
    assert.deepEqual((await ask({ name: 'Alex' })).slice(0, 2), [400, 'CANNOT_ADD_SELF'])
    assert.deepEqual((await ask({ name: 'Alex', profileId: steve.id })).slice(0, 2), [
      400,
      'DUPLICATED_PROFILES',
    ])
    await client.updatePlayerAttributes(ofSteve, { acceptInvites: false })
    assert.deepEqual((await client.getPlayerAttributes(ofSteve)).friendsPreferences, {
      friends: 'ENABLED',
      acceptInvites: 'DISABLED',
    })
    assert.deepEqual((await ask({ name: 'Steve' })).slice(0, 2), [403, 'INVITE_REJECTED'])
    await client.updatePlayerAttributes(ofSteve, { friendsEnabled: false, acceptInvites: true })
    assert.deepEqual((await client.getPlayerAttributes(ofSteve)).friendsPreferences, {
      friends: 'DISABLED',
      acceptInvites: 'ENABLED',
    })
    await assert.rejects(client.getFriends('not a token'), { name: 'UnauthorizedError' })
  })
})
