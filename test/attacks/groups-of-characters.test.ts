// Groups have accounts as members, and the characters of members are members at every check.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { playersOf } from '../../src/domain/characters/players.ts'
import { createGroup, deleteGroup, setGroup, showGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import type { Refused } from '../../src/model/errors/refusal.ts'
import { deleteMembers, lockAccountsOf } from '../../src/storage/community/members.ts'
import { addCharacter } from '../characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { watchWaiting } from '../storage/lock-waits.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { allow, post, redeem, refresh, startDevice } from '../wire/oauth2/oauth.ts'
import { attackStored } from './installed.ts'

/** An account with a character, a group, and a game server for its members that is told their groups. */
async function scene(service: RunningService) {
  const { context } = service
  const account = await service.account({ username: 'Steve' })
  const anna = await addCharacter(service, account, 'Anna')
  await createGroup(context, operator, { name: 'staff' })
  const { root } = await addServer(context, operator, {
    name: 'survival',
    groups: ['staff'],
    groupsProperty: true,
  })
  const at = new URL(root).pathname
  const join = async () => {
    const accessToken = await service.signIn({ username: 'Anna', password: account.password })
    const body = { accessToken, selectedProfile: anna.id, serverId: 'hash' }
    assert.equal((await service.post('/session/join', body)).status, 200)
  }
  const ask = async () => {
    const answer = await service.get(`${at}/session/minecraft/hasJoined?username=Anna&serverId=hash`)
    if (answer.status !== 200) return (await service.logLine(answer)).reason
    const { value } = answer.json.properties.find(({ name }: { name: string }) => name === 'norn_groups')
    return JSON.parse(Buffer.from(value, 'base64').toString()).groups
  }
  return { account, anna, stored: await service.stored(account), join, ask }
}

const copies = async ({ context }: RunningService) =>
  new Map(
    (await context.db.query.selectFrom('account').select(['username', 'group_names']).execute()).map(
      ({ username, group_names }) => [username, group_names],
    ),
  )

onEveryDatabase('groups of characters', (start) => {
  test('a game server admits the characters of members, until the moment in which that ends', async () => {
    const service = await start()
    const { context } = service
    const { stored, join, ask } = await scene(service)
    await join()
    assert.equal(await ask(), 'server_not_allowed')
    await addMembers(context, operator, 'staff', [stored])
    await join()
    assert.deepEqual(await ask(), ['staff'])
    await join()
    await removeMembers(context, operator, 'staff', [stored])
    assert.equal(await ask(), 'server_not_allowed', 'a join that waits')
    await addMembers(context, operator, 'staff', [stored])
    await join()
    await deleteGroup(context, operator, 'staff')
    assert.equal(await ask(), 'server_not_allowed')
    assert.deepEqual([...(await copies(service)).values()], [null, null])
  })

  test('of a character it is the account that becomes a member, and stops being one', async () => {
    const service = await start()
    const { context } = service
    const { account, anna, stored } = await scene(service)
    const members = async () => (await showGroup(context, 'staff')).members.map(({ username }) => username)
    const changed = await addMembers(context, operator, 'staff', [anna, stored, anna])
    assert.deepEqual(changed, [{ id: account.id, username: 'Steve' }], 'once')
    assert.deepEqual(await members(), ['Steve'])
    assert.deepEqual(await addMembers(context, operator, 'staff', [anna]), [])
    const api = await adminClient(service)
    assert.equal((await api.send('DELETE', '/groups/staff/members/Anna')).status, 204)
    assert.deepEqual(await members(), [])
    assert.equal((await api.send('PUT', `/groups/staff/members/${anna.id}`)).status, 204)
    assert.deepEqual(await members(), ['Steve'])
    assert.deepEqual([...(await copies(service))].toSorted(), [
      ['Anna', 'staff'],
      ['Steve', 'staff'],
    ])
    const entries = await context.db.query
      .selectFrom('audit_entry')
      .select(['event', 'account_id'])
      .where('event', 'like', 'group.member%')
      .execute()
    assert.ok(entries.every(({ account_id }) => account_id === account.id))
  })

  test('pages say that the account was added', async () => {
    const service = await start()
    const { context } = service
    const boss = await service.account({ username: 'Boss' })
    await context.db.query.updateTable('account').set({ roles: 'admin' }).execute()
    const { anna } = await scene(service)
    const browser = browserOf(service)
    await browser.signIn(boss)
    const page = await browser.get('/admin/groups/staff')
    const said = await browser.send(page, '/admin/groups/staff/members', {
      player: 'Anna',
      currentPassword: boss.password,
    })
    assert.equal(said.flash, 'Members are accounts: of each character, the account was added.')
    assert.match(said.text, /Steve/)
    assert.equal(anna.ownerId, (await showGroup(context, 'staff')).members[0]?.id)
  })

  test('an application for members takes a character, and its tokens end when the account leaves', async () => {
    const service = await start()
    const { context } = service
    const { anna, stored } = await scene(service)
    const { client } = await createClient(context, operator, {
      client_name: 'Staff launcher',
      redirect_uris: ['http://127.0.0.1/back'],
      public: true,
      groups: ['staff'],
    })
    const id = client.clientId
    const device = () => startDevice(service, 'openid offline_access game_server_session', id)
    const refused = await device()
    await assert.rejects(allow(service, stored, refused.user_code, anna), { reason: 'group_required' })
    await addMembers(context, operator, 'staff', [stored])
    const waiting = await device()
    await allow(service, stored, waiting.user_code, anna)
    const tokens = (await redeem(service, waiting.device_code, id)).json
    const join = () =>
      service.post('/session/join', {
        accessToken: tokens.access_token,
        selectedProfile: anna.id,
        serverId: 'x',
      })
    assert.equal((await join()).status, 200)
    await removeMembers(context, operator, 'staff', [stored])
    assert.notEqual((await join()).status, 200)
    assert.equal((await refresh(service, tokens.refresh_token, id)).status, 400)
    await post(service, '/oauth2/token/revocation', { token: tokens.refresh_token, client_id: id })
  })

  test('the most that the setting and all groups say is what members may make, until they leave', async (t) => {
    const service = await start({ NORN_CHARACTER_COOLDOWN: '0s' })
    const { context } = service
    const account = await service.account({ username: 'Steve' })
    const stored = await service.stored(account)
    const by = accountActor(stored, '192.0.2.1')
    let made = 0
    const create = () => createCharacter(context, by, stored, { username: `Made_${++made}` })
    const limited = { reason: 'character_limit' }
    for (const [name, characters] of [
      ['vip', 3],
      ['few', 2],
      ['any', null],
    ] as const)
      await createGroup(context, operator, { name, characters })
    await assert.rejects(create(), limited)
    for (const group of ['few', 'any']) await addMembers(context, operator, group, [stored])
    await create()
    await assert.rejects(create(), limited)
    await addMembers(context, operator, 'vip', [stored])
    // Of two at the limit, one is made.
    const both = await Promise.allSettled([create(), create()])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    await setGroup(context, operator, 'vip', { characters: 4 })
    const [left, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const leaving = context.db.transaction(async (tx) => {
      await lockAccountsOf(tx, [account.id])
      await deleteMembers(tx, 'vip', [account.id])
      left.resolve()
      await waits.promise
    })
    await left.promise
    const isWaiting = watchWaiting(t, context.db)
    const creating = create().catch((error: unknown) => error)
    await isWaiting()
    waits.resolve()
    await leaving
    assert.equal(((await creating) as Refused).reason, 'character_limit', 'leaving comes first')
    assert.equal((await playersOf(context, stored)).length, 3, 'those there are stay')
    await createCharacter(context, operator, stored, { username: 'By_operator' })
  })

  test('how many players members may have is set, shown and bounded on every surface', async () => {
    const service = await start()
    const { context } = service
    const boss = await service.account({ username: 'Boss' })
    await context.db.query.updateTable('account').set({ roles: 'admin' }).execute()
    const api = await adminClient(service)
    const made = await api.send('POST', '/groups', { name: 'vip', characters: 3 })
    assert.deepEqual([made.status, made.json.characters], [201, 3])
    for (const characters of [0, 21, 1.5, '3', -1]) {
      const answer = await api.send('PATCH', '/groups/vip', { characters })
      assert.equal(answer.status, 422, String(characters))
    }
    await assert.rejects(setGroup(context, operator, 'vip', { characters: 21 }), { reason: 'malformed' })
    const path = '/admin/groups/vip'
    const browser = browserOf(service)
    await browser.signIn(boss)
    const page = await browser.get(path)
    assert.match(page.text, /name="characters"[^>]* value="3"|value="3"[^>]* name="characters"/)
    const wrong = await browser.send(page, path, { title: 'V', colour: '', characters: '99' })
    assert.deepEqual([wrong.status, (await showGroup(context, 'vip')).group.characters], [422, 3])
    await browser.send(page, path, { title: 'V', colour: '' })
    assert.equal((await showGroup(context, 'vip')).group.characters, 3, 'an older form without the field')
    await browser.send(page, path, { title: 'V', colour: '', characters: '' })
    assert.equal((await showGroup(context, 'vip')).group.characters, null)
    assert.equal('characters' in (await api.send('GET', '/groups/vip')).json, false)
    await Promise.all([
      setGroup(context, operator, 'vip', { characters: 5 }),
      setGroup(context, operator, 'vip', { title: 'Both' }),
    ])
    const { group } = await showGroup(context, 'vip')
    assert.deepEqual([group.characters, group.title], [5, 'Both'], 'neither undoes the other')
  })
})

attackStored(
  'commands set how many players members may have, and which players a game server takes',
  async (norn) => {
    const run = (...line: string[]) => norn.run(line)
    const json = async (...line: string[]) => {
      const { status, stdout, stderr } = await run(...line, '--json')
      assert.equal(status, 0, stderr)
      return JSON.parse(stdout)
    }
    assert.equal((await json('group', 'create', 'vip', '--characters', '4')).characters, 4)
    assert.equal('characters' in (await json('group', 'set', 'vip', '--no-characters')), false)
    assert.equal((await json('group', 'set', 'vip', '--characters', '20')).characters, 20)
    for (const given of ['0', '21', 'x']) {
      assert.notEqual((await run('group', 'set', 'vip', '--characters', given)).status, 0, given)
    }
    assert.equal('characters' in (await json('server', 'add', 'survival')), false)
    assert.equal((await json('server', 'set', 'survival', '--characters', 'primary')).characters, 'primary')
    assert.equal((await json('server', 'show', 'survival')).characters, 'primary')
    assert.notEqual((await run('server', 'set', 'survival', '--characters', 'some')).status, 0)
    assert.equal('characters' in (await json('server', 'set', 'survival', '--characters', 'all')), false)
  },
)
