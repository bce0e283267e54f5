// Game servers that take primary players alone: who comes in, as whom, and what is said about the others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer, pauseServer, setServer } from '../../src/domain/community/servers.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { setPrimary } from '../../src/storage/accounts/characters.ts'
import { addCharacter, choosePrimary } from '../characters.ts'
import { linkPlayer, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'

/** The request of a server in each layout. */
const layouts = {
  native: (name: string) => `/session/hasJoined?username=${name}&serverId=hash`,
  vendor: (name: string) => `/session/minecraft/hasJoined?username=${name}&serverId=hash`,
  'authlib-injector': (name: string) =>
    `/authlib-injector/sessionserver/session/minecraft/hasJoined?username=${name}&serverId=hash`,
  legacy: (name: string) => `/session/legacy/hasJoined?user=${name}&serverId=hash`,
} as const

const essence = ({ status, headers, text }: Answer) => [status, headers.get('content-type'), text]

/** An account with two characters, and a game server that takes primary players alone. */
async function scene(service: RunningService) {
  const { context } = service
  const account = await service.account({ username: 'Steve' })
  const [anna, ben] = [
    await addCharacter(service, account, 'Anna'),
    await addCharacter(service, account, 'Ben'),
  ]
  const { root } = await addServer(context, operator, { name: 'survival', characters: 'primary' })
  const at = new URL(root).pathname
  const join = async ({ id, username }: { id: string; username: string }) => {
    const accessToken = await service.signIn({ username, password: account.password })
    const answer = await service.post('/session/join', {
      accessToken,
      selectedProfile: id,
      serverId: 'hash',
    })
    assert.equal(answer.status, 200, answer.text)
  }
  const ask = (username: string, layout: keyof typeof layouts = 'native') =>
    service.get(at + layouts[layout](username))
  /** The UUID of the player who has joined and is let in, or the reason why not. */
  const enters = async (player: { id: string; username: string }) => {
    await join(player)
    const answer = await ask(player.username)
    return answer.status === 200 ? answer.json.id : (await service.logLine(answer)).reason
  }
  return { account, anna, ben, at, join, ask, enters, stored: await service.stored(account) }
}

onEveryDatabase('a game server with --characters primary', (start, _shared, kind) => {
  test('admits the primary player alone, and says of the others what it says of nobody', async () => {
    const service = await start()
    const { context } = service
    const { account, anna, at, join, ask, enters } = await scene(service)
    assert.equal(await enters(account), account.id)
    for (const layout of Object.keys(layouts) as (keyof typeof layouts)[]) {
      await join(anna)
      const head = await service.request(at + layouts[layout]('Anna'), { method: 'HEAD' })
      const refused = await ask('Anna', layout)
      const unknown = await ask('Nobody', layout)
      assert.equal(head.status, unknown.status, layout)
      assert.deepEqual(essence(refused), essence(unknown), layout)
      const line = await service.logLine(refused)
      assert.deepEqual(
        [line.reason, line.server, line.username],
        ['character_not_allowed', 'survival', 'Anna'],
      )
      const again = await service.get(layouts[layout]('Anna'))
      assert.deepEqual(essence(again), essence(unknown), `${layout}: used up`)
    }
    await context.attempts.flush()
    const api = await adminClient(service)
    await enters(anna)
    await context.attempts.flush()
    const why = (await api.send('GET', '/why?name=Anna')).json
    assert.match(why.advice, /survival takes only the primary player.*norn character primary Anna/)
    const told = why.attempts.find(({ reason }: { reason: string }) => reason === 'character_not_allowed')
    assert.deepEqual([told.server, told.step], ['survival', 'hasJoined'])
    assert.match(told.message, /takes only the primary player of an account\. \(survival\)$/)
    await setServer(context, operator, 'survival', { characters: 'all' })
    assert.equal(await enters(anna), anna.id)
  })

  test('decides by the primary player at its request, not at the join', async () => {
    const service = await start()
    const { context } = service
    const { account, anna, ben, join, ask, enters } = await scene(service)
    await join(anna)
    await join(account)
    await choosePrimary(service, anna)
    assert.equal((await ask('Anna')).json.id, anna.id)
    const former = await ask('Steve')
    assert.equal((await service.logLine(former)).reason, 'character_not_allowed')
    assert.equal(await enters(ben), 'character_not_allowed')
    // The account's own player is the primary one again, for good.
    await requestDeletion(context, operator, anna)
    assert.equal(await enters(account), account.id)
    const other = await service.account({ username: 'Other' })
    const accessToken = await service.signIn(other)
    await service.post('/session/join', { accessToken, selectedProfile: other.id, serverId: 'hash' })
    assert.equal((await ask('Other')).json.id, other.id, 'an account without characters')
  })

  test('counts a choice of the primary player from its commit on', async () => {
    const service = await start()
    const { context } = service
    const { account, anna, join, ask } = await scene(service)
    await join(anna)
    const [chosen, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const choosing = context.db.transaction(async (tx) => {
      await setPrimary(tx, account.id, anna.id)
      chosen.resolve()
      await waits.promise
    })
    await chosen.promise
    const asking = ask('Anna')
    // SQLite takes the join once the choice is committed; PostgreSQL does not wait for it.
    if (kind === 'postgres') assert.equal((await asking).status, 401)
    waits.resolve()
    await choosing
    if (kind === 'sqlite') assert.equal((await asking).json.id, anna.id)
    await join(anna)
    assert.equal((await ask('Anna')).json.id, anna.id)
    await join(account)
    assert.equal((await ask('Steve')).status, 401)
  })

  test('says first that it is paused, or that the player is in none of its groups', async () => {
    const service = await start()
    const { context } = service
    const { anna, ben, stored, enters } = await scene(service)
    await createGroup(context, operator, { name: 'staff' })
    await setServer(context, operator, 'survival', { groups: ['staff'], groupsProperty: true })
    assert.equal(await enters(anna), 'server_not_allowed')
    await pauseServer(context, operator, 'survival', true)
    assert.equal(await enters(anna), 'server_paused')
    await pauseServer(context, operator, 'survival', false)
    await addMembers(context, operator, 'staff', [stored])
    await choosePrimary(service, anna)
    assert.equal(await enters(anna), anna.id)
    assert.equal(await enters(ben), 'character_not_allowed')
  })

  test('tells it to the owner of several players, and to nobody else', async () => {
    const service = await start()
    const { account, anna } = await scene(service)
    const page = async (of: { username: string; password: string }) => {
      const browser = browserOf(service)
      await browser.signIn(of)
      return (await browser.get('/account/servers')).text
    }
    assert.match(await page(account), /You can join as \S*Steve\S* only\./)
    await choosePrimary(service, anna)
    assert.match(await page(account), /You can join as \S*Anna\S* only\./)
    await suspendAccount(service.context, operator, anna, {}, { only: true })
    assert.match(await page(account), /You can’t join this server\./)
    const other = await page(await service.account())
    assert.match(other, /You can join\./)
    await setServer(service.context, operator, 'survival', { characters: 'all' })
    assert.equal((await page(account)).includes('only'), false)
  })

  test('takes a linked player as the account that is the primary one, under any name', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { context } = service
    const account = await service.account({ username: 'Steve' })
    const anna = await addCharacter(service, account, 'Anna')
    const { at, ask, reason } = await neighbourhood(
      t,
      service,
      { friends: { who: 'linked', players: { Anna: uuid(1), Anna_2: uuid(2) } } },
      { links: 'as_account', characters: 'primary' },
    )
    const link = async (owner: Account, id: string, name: string) => {
      const code = (await makeLinkCode(context, { neighbour: 'friends', id, name })) ?? ''
      await linkPlayer(context, operator, owner, { code, address: '192.0.2.1' })
    }
    await link(anna, uuid(1), 'Anna')
    await link(anna, uuid(2), 'Anna_2')
    const who = async (username: string) => {
      const answer = await ask(username)
      return answer.status === 200 ? answer.json.id : reason(answer)
    }
    const lookup = async (name: string) =>
      (await service.get(`${at}/users/profiles/minecraft/${name}`)).status
    for (const name of ['Anna', 'Anna_2']) assert.equal(await who(name), 'character_not_allowed', name)
    assert.notEqual(await lookup('Anna_2'), 200)
    await choosePrimary(service, anna)
    service.advance(11 * 60_000)
    for (const name of ['Anna', 'Anna_2']) assert.equal(await who(name), anna.id, name)
    assert.equal(await lookup('Anna_2'), 200)
    await setServer(context, operator, 'lobby', { links: 'admit' })
    assert.equal(await who('Anna_2'), uuid(2))
    await context.db.query.updateTable('account').set({ primary_id: null }).execute()
    service.advance(11 * 60_000)
    assert.equal(await who('Anna'), 'character_not_allowed', 'under the name of the character')
    assert.equal(await who('Anna_2'), uuid(2), 'as a player of the neighbour')
  })
})
