// A removed game server comes back with its root, a deleted webhook with its secret, and nothing of them is readable meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { removeServer } from '../../src/domain/community/removed-servers.ts'
import { rotateServer, shownRoot } from '../../src/domain/community/server-keys.ts'
import { addServer, findServer } from '../../src/domain/community/servers.ts'
import { listName } from '../../src/domain/neighbours/listed.ts'
import { addNeighbour, removeNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { listDeletions } from '../../src/domain/operation/deletions.ts'
import { rotateSecret } from '../../src/domain/operation/encryption.ts'
import { undoDeletion } from '../../src/domain/operation/undo-deletion.ts'
import { createWebhook, deleteWebhook, showWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { databases, kinds } from '../databases.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

const lastDeletion = async ({ context }: RunningService): Promise<string> =>
  (await listDeletions(context)).at(-1)?.id ?? 'none'

/** Adds a neighbour, whose address nobody asks. */
const addFriend = ({ context }: RunningService, id: string) => {
  const root = `https://${id}.example.org/api`
  const addresses = addressesBelow('authlib-injector', root, 'game')
  const place = { kind: 'authlib-injector', root, addresses, textureHosts: [], isPrivate: false } as const
  return addNeighbour(context, operator, { id, place })
}

/** Returns a server that names a group and two neighbours, and whether a member is let in below a root. */
async function scene(service: RunningService) {
  const { context } = service
  await createGroup(context, operator, { name: 'staff' })
  for (const id of ['near', 'far']) await addFriend(service, id)
  const fields = {
    title: 'Survival',
    groups: ['staff'],
    neighbours: ['near', 'far'],
    address: 'play.example.org',
  }
  const { root } = await addServer(context, operator, { name: 'survival', ...fields })
  await listName(context, operator, 'near', { name: 'Skadi', server: 'survival' })
  const account = await service.account()
  await addMembers(context, operator, 'staff', [account])
  const accessToken = await service.signIn(account)
  const isIn = async (of: string): Promise<boolean> => {
    const joining = { accessToken, selectedProfile: account.id, serverId: 'hash' }
    assert.equal((await service.post('/session/join', joining)).status, 200)
    const path = `/session/minecraft/hasJoined?username=${account.username}&serverId=hash`
    return (await service.get(new URL(of).pathname + path)).status === 200
  }
  return { root, isIn }
}

onEveryDatabase('a removed game server', (start) => {
  test('lets nobody in at once, and comes back with the roots that still work and what is still there', async () => {
    const service = await start()
    const { context } = service
    const { root, isIn } = await scene(service)
    const { root: second } = await rotateServer(context, operator, 'survival', 60_000)
    const { root: third } = await rotateServer(context, operator, 'survival', 600_000)
    const inside = async () => [await isIn(root), await isIn(second), await isIn(third)]
    assert.deepEqual(await inside(), [true, true, true])
    const before = await findServer(context, 'survival')
    await removeServer(context, operator, 'survival')
    assert.deepEqual(await inside(), [false, false, false])
    const path = `/deletions/${await lastDeletion(service)}/undo`
    service.advance(60_000)
    await removeNeighbour(context, operator, 'far')

    const { send } = await adminClient(service)
    const reader = await adminClient(service, { isReadOnly: true })
    const { root: other } = await addServer(context, operator, { name: 'survival' })
    assert.equal((await reader.send('POST', path)).status, 403)
    assert.match((await send('POST', path)).text, /Another game server has this name by now/)
    assert.deepEqual([await isIn(other), await isIn(third)], [true, false], 'nothing has changed')
    await removeServer(context, operator, 'survival')

    const answers = await Promise.all([send('POST', path), send('POST', path)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
    const after = await findServer(context, 'survival')
    assert.deepEqual(after, { ...before, neighbours: ['near'], lastAskedAt: after.lastAskedAt })
    assert.equal(await shownRoot(context, after.id), third)
    assert.deepEqual([...(await inside()), await isIn(other)], [false, true, true, false])
    const listed = await context.db.query.selectFrom('listed_visitor').selectAll().execute()
    assert.deepEqual(
      listed.map(({ name_key, server_id }) => [name_key, server_id]),
      [['skadi', after.id]],
    )
  })
})

for (const kind of kinds())
  test(`a deleted secret is not readable, and is there again under another NORN_SECRET (${kind})`, async (t) => {
    const database = await databases[kind]()
    const [first, second] = ['first-secret-q1w2e3r4t5y6u7i8o9p0', 'second-secret-p0o9i8u7y6t5r4e3w2q1']
    const here = await startService(database.url, { NORN_SECRET: first })
    const { context } = here
    const running = [here]
    t.after(async () => {
      for (const each of running) await each.close()
      await database.drop()
    })
    const { root } = await addServer(context, operator, { name: 'survival' })
    const url = 'https://bot.example.org/secret-path'
    const { webhook } = await createWebhook(context, operator, { url, events: [], format: undefined })
    await removeServer(context, operator, 'survival')
    await deleteWebhook(context, operator, webhook.id)
    const rows = await context.db.query.selectFrom('deletion').selectAll().execute()
    const key = root.slice(root.lastIndexOf('/') + 1)
    for (const hidden of [key, 'secret-path', 'whsec_', 'play'])
      assert.ok(!JSON.stringify(rows).includes(hidden), hidden)
    await rotateSecret(context, operator, context.secrets, second)
    await assert.rejects(undoDeletion(context, operator, rows[0]?.id ?? ''), /restart it/)

    const there = await startService(database.url, { NORN_SECRET: second })
    running.push(there)
    for (const { id } of await listDeletions(there.context)) await undoDeletion(there.context, operator, id)
    const { id } = await findServer(there.context, 'survival')
    assert.equal((await shownRoot(there.context, id)).slice(-key.length), key)
    assert.equal((await showWebhook(there.context, webhook.id)).url, url)
    const { fed_seal } = await there.context.db.query
      .selectFrom('webhook')
      .select('fed_seal')
      .executeTakeFirstOrThrow()
    assert.equal(fed_seal, 0, 'it is sent what comes under the next seal')
  })
