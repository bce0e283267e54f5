// The rules for joining a game server change on one instance: the next answer of every instance, including pending
// joins.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { rotateServer } from '../../src/domain/community/server-keys.ts'
import { addServer, pauseServer } from '../../src/domain/community/servers.ts'
import { databases } from '../databases.ts'
import { operator, startService } from '../service.ts'
import { join, signIn } from './instances.ts'

const graceMs = 5000

async function threeInstances(t: TestContext, kind: 'sqlite' | 'postgres') {
  const database = await databases[kind]()
  t.after(() => database.drop())
  const first = await startService(database.url)
  const second = await startService(database.url)
  const third = await startService(database.url)
  t.after(async () => {
    for (const instance of [third, second, first]) await instance.close()
  })
  return [first, second, third] as const
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`on ${kind}, a change of the rules for joining applies to every instance immediately, including a pending join`, async (t) => {
    const instances = await threeInstances(t, kind)
    const [first, second] = instances
    const { context } = second
    const steve = await first.account({ username: 'Steve' })
    await createGroup(context, operator, { name: 'staff' })
    await addMembers(context, operator, 'staff', [steve])
    const added = await addServer(context, operator, { name: 'survival', groups: ['staff'] })
    let at = new URL(added.root).pathname
    let joins = 0

    /** Joins once for each instance, which is asked later. */
    const waiting = async (token: string) => {
      const serverIds = instances.map(() => `server ${joins++}`)
      for (const serverId of serverIds) assert.equal((await join(first, steve, token, serverId)).status, 200)
      return async () => {
        const answers: unknown[] = []
        for (const [index, instance] of instances.entries()) {
          const query = new URLSearchParams({ username: 'Steve', serverId: serverIds[index] ?? '' })
          const answer = await instance.get(`${at}/session/minecraft/hasJoined?${query}`)
          answers.push([answer.status, (await instance.logLine(answer)).reason])
        }
        return answers
      }
    }
    const everywhere = (status: number, reason?: string) => instances.map(() => [status, reason])

    const changes = {
      server_not_allowed: {
        change: () => removeMembers(context, operator, 'staff', [steve]),
        undo: () => addMembers(context, operator, 'staff', [steve]),
      },
      server_paused: {
        change: () => pauseServer(context, operator, 'survival', true),
        undo: () => pauseServer(context, operator, 'survival', false),
      },
    }
    let token = await signIn(first, steve)
    for (const [reason, { change, undo }] of Object.entries(changes)) {
      const [good, bad] = [await waiting(token), await waiting(token)]
      assert.deepEqual(await good(), everywhere(200))
      await change()
      assert.deepEqual(await bad(), everywhere(204, reason), 'the join was pending')
      assert.deepEqual(await (await waiting(token))(), everywhere(204, reason), 'the next join')
      await undo()
      assert.deepEqual(await (await waiting(token))(), everywhere(200))
    }

    const suspended = await waiting(token)
    await suspendAccount(context, operator, await second.stored(steve), {})
    assert.deepEqual(await suspended(), everywhere(204, 'join_unknown'))
    await restoreAccount(context, operator, await second.stored(steve))
    token = await signIn(first, steve)

    const { root } = await rotateServer(context, operator, 'survival', graceMs)
    const inGrace = await waiting(token)
    assert.deepEqual(await inGrace(), everywhere(200))
    const ended = await waiting(token)
    for (const instance of instances) instance.advance(graceMs)
    assert.deepEqual(await ended(), everywhere(204, 'server_unknown'))
    at = new URL(root).pathname
    assert.deepEqual(await ended(), everywhere(200), 'the join is still pending, for the new root')
  })
}
