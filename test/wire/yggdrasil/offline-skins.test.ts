// With NORN_OFFLINE_SKINS, profiles are found by the UUIDs that game servers in offline mode derive from usernames.
import assert from 'node:assert/strict'
import { createHash, verify } from 'node:crypto'
import { test } from 'node:test'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { setTexture } from '../../../src/domain/game/set-textures.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { fillAllOfflineUuids } from '../../../src/jobs/offline-uuids.ts'
import { addCharacter } from '../../characters.ts'
import { storeVisitor } from '../../domain/neighbours/scene.ts'
import { makePng, noise } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

/** Returns what `UUID.nameUUIDFromBytes` of Java does, written independently of the service. */
function offline(name: string): string {
  const digest = createHash('md5').update(`OfflinePlayer:${name}`).digest('hex')
  const variant = '89ab'[Number.parseInt(digest.charAt(16), 16) % 4]
  return `${digest.slice(0, 12)}3${digest.slice(13, 16)}${variant}${digest.slice(17)}`
}

const on = { NORN_OFFLINE_SKINS: 'on' }
const ask = (service: RunningService, uuid: string) => service.get(`/session/profile/${uuid}?unsigned=false`)
const decoded = (answer: { json: any }) =>
  JSON.parse(Buffer.from(answer.json.properties[0].value, 'base64').toString())

onEveryDatabase('skins on servers in offline mode', (start, shared) => {
  test('the UUIDs of the name as stored and in lower case are answered, signed, as those that were asked for', async () => {
    const service = await start(on)
    const account = await service.account({ username: 'Steve_Upper' })
    await setTexture(service.context, operator, account.id, 'skin', makePng(64, 64, noise(1)))
    const own = await ask(service, account.id)
    const { publicKey } = service.context.keys.current('textures')
    const ids = [offline('Steve_Upper'), offline('steve_upper')]
    assert.equal(new Set([...ids, account.id]).size, 3)
    for (const id of ids) {
      const hyphenated = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()
      for (const asked of [id, hyphenated]) {
        const answer = await ask(service, asked)
        assert.deepEqual([answer.status, answer.json.id, answer.json.name], [200, id, 'Steve_Upper'])
        const { value, signature } = answer.json.properties[0]
        assert.ok(verify('sha1', Buffer.from(value), publicKey, Buffer.from(signature, 'base64')))
        const { profileId, profileName, textures } = decoded(answer)
        assert.deepEqual([profileId, profileName, textures], [id, 'Steve_Upper', decoded(own).textures])
      }
      const unsigned = await service.get(`/session/profile/${id}?unsigned=true`)
      assert.deepEqual([unsigned.json.id, unsigned.json.properties[0].signature], [id, undefined])
      const named = await service.get(`/authlib-injector/minecraftservices/minecraft/profile/lookup/${id}`)
      assert.deepEqual([named.status, named.json.id, named.json.name], [200, id, 'Steve_Upper'])
    }
    assert.equal(decoded(await ask(service, account.id)).profileId, account.id, 'the real UUID is unchanged')
    for (const name of ['STEVE_UPPER', 'steve_Upper', 'Nobody'])
      assert.equal((await ask(service, offline(name))).status, 204)
  })

  test('a rename moves it, and a former name is not found', async () => {
    const service = await start(on)
    const { context } = service
    const account = await service.account({ username: 'Before' })
    await renameAccount(context, operator, await service.stored(account), 'After')
    for (const [name, status] of [
      ['Before', 204],
      ['before', 204],
      ['After', 200],
      ['after', 200],
    ] as const)
      assert.equal((await ask(service, offline(name))).status, status, name)
    await renameAccount(context, operator, await service.stored(account), 'aFTER')
    for (const [name, status] of [
      ['After', 204],
      ['aFTER', 200],
      ['after', 200],
    ] as const)
      assert.equal((await ask(service, offline(name))).status, status, name)
    await addCharacter(service, account, 'Second')
    assert.equal((await ask(service, offline('Second'))).json.name, 'Second')
  })

  test('a UUID of an account goes first, suspended players are found, those who leave are not', async () => {
    const service = await start(on)
    const { context } = service
    const steve = await service.account({ username: 'Alex_' })
    const other = await service.account({ username: 'Other', id: offline('Alex_') })
    assert.equal((await ask(service, offline('Alex_'))).json.name, 'Other')
    await requestDeletion(context, operator, await service.stored(other))
    assert.equal((await ask(service, offline('Alex_'))).status, 204, 'it is still the UUID of an account')
    assert.equal((await ask(service, offline('alex_'))).json.name, 'Alex_')
    await service.account({ username: 'Visited' })
    await storeVisitor(context, { id: offline('visited'), name: 'Stranger' })
    assert.equal((await ask(service, offline('visited'))).status, 204, 'it is the UUID of a visitor')
    assert.equal((await ask(service, offline('Visited'))).json.name, 'Visited')
    await suspendAccount(context, operator, await service.stored(steve), {})
    assert.equal((await ask(service, offline('alex_'))).json.name, 'Alex_')
    await requestDeletion(context, operator, await service.stored(steve))
    assert.equal((await ask(service, offline('alex_'))).status, 204)
  })

  test('nobody joins, signs in, uploads or is named by it', async () => {
    const service = await start(on)
    const account = await service.account({ username: 'Joiner' })
    const token = await service.signIn(account)
    const id = offline('Joiner')
    const join = (selectedProfile: string) =>
      service.post('/session/join', { accessToken: token, selectedProfile, serverId: 'x' })
    assert.equal((await join(id)).status, 401)
    assert.ok((await service.get('/session/hasJoined?username=Joiner&serverId=x')).status !== 200)
    assert.ok((await join(account.id)).status < 300)
    assert.equal((await service.get('/session/hasJoined?username=Joiner&serverId=x')).json.id, account.id)
    const upload = await service.request(`/authlib-injector/api/user/profile/${id}/skin`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(upload.status, 403)
    for (const path of ['/api/profiles/minecraft', '/api/profiles/game']) {
      const { json } = await service.post(path, ['Joiner'])
      assert.deepEqual(json, [{ id: account.id, name: 'Joiner' }])
    }
    assert.equal((await service.get(`/skinsystem/textures/${id}`)).status, 204)
    assert.equal(
      (
        await service.post('/auth/authenticate', {
          username: id,
          password: account.password,
          clientToken: 'x',
        })
      ).status,
      401,
    )
  })

  test('off: nobody is found by it', async () => {
    const service = await shared()
    const account = await service.account({ username: 'Quiet' })
    assert.equal((await ask(service, offline('Quiet'))).status, 204)
    assert.equal((await ask(service, account.id)).status, 200)
  })

  test('rows of an earlier release are filled in, also those that it writes and renames meanwhile', async () => {
    const service = await start(on)
    const { context } = service
    const { db } = context
    const accounts = []
    for (let number = 0; number < 5; number++)
      accounts.push(await service.account({ username: `Old_${number}` }))
    const bare = { offline_uuid: null, offline_uuid_lower: null }
    await db.query.updateTable('account').set(bare).execute()
    assert.equal((await ask(service, offline('Old_1'))).status, 204)
    assert.equal(await fillAllOfflineUuids(context, () => true), 0, 'it stops when it is told')
    // A row that is renamed between reading and writing waits for the next look.
    const filled = await Promise.all([
      fillAllOfflineUuids(
        context,
        () => false,
        async () => undefined,
      ),
      fillAllOfflineUuids(
        context,
        () => false,
        async () => undefined,
      ),
    ])
    assert.ok(
      filled.some((count) => count === 5),
      String(filled),
    )
    for (const { username } of accounts)
      assert.equal((await ask(service, offline(username))).json.name, username)

    const [first] = accounts
    assert.ok(first)
    // As the previous release renames: it does not know these columns.
    const renamed = { username: 'Renamed', username_folded: 'renamed' }
    await db.query.updateTable('account').set(renamed).where('id', '=', first.id).execute()
    for (const name of ['Old_0', 'old_0', 'Renamed'])
      assert.equal((await ask(service, offline(name))).status, 204, name)
    assert.equal(
      await fillAllOfflineUuids(
        context,
        () => false,
        async () => undefined,
      ),
      1,
    )
    assert.equal((await ask(service, offline('renamed'))).json.name, 'Renamed')
    assert.equal(await fillAllOfflineUuids(context, () => false), 0)
  })
})
