// Administration of links: the client at a neighbour, and unlinking for a player.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { linkedPlayers, linkPlayerIn } from '../../src/domain/linking/players.ts'
import { addNeighbour, findNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import type { Role } from '../../src/model/accounts/role.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { uuid } from '../domain/neighbours/scene.ts'
import { startAuthorizationServer } from '../neighbours/authorization-server.ts'
import { onEveryDatabase, operator, type RunningService, start2026 } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf } from './browser.ts'
import { newMail } from './mailbox.ts'

const secret = 'kept for nobody'

async function signedInAs(service: RunningService, role: Role) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

async function friends({ context }: RunningService, root: string, id = 'friends') {
  const addresses = addressesBelow('authlib-injector', root, 'minecraft')
  const place = { kind: 'authlib-injector' as const, root, addresses, textureHosts: [], isPrivate: true }
  await addNeighbour(context, operator, { id, place })
}

onEveryDatabase('administration of links', (start) => {
  test('the page and the API set the client at a neighbour, never show its secret, and forget it', async (t) => {
    const service = await start()
    const { context } = service
    const mock = await startAuthorizationServer(service.now)
    t.after(() => mock.close())
    await friends(service, mock.root)
    const browser = await signedInAs(service, 'admin')
    const path = '/admin/neighbours/friends'
    const page = await browser.get(path)
    assert.ok(page.text.includes(`<code>${service.baseUrl}/account/linked/friends/callback</code>`))
    const stored = async () => {
      const { client } = await findNeighbour(context, 'friends')
      const row = await context.db.query.selectFrom('neighbour').select('client_secret').executeTakeFirst()
      return [client?.clientId, row?.client_secret]
    }
    for (const [wrong, alert] of [
      [{ clientId: 'norn' }, /enter a client ID and its secret/],
      [{ clientSecret: secret }, /enter a client ID and its secret/],
      [{ clientId: 'norn', clientSecret: 'x'.repeat(501) }, /enter a client ID and its secret/],
    ] as const) {
      const again = await browser.send(page, path, { ...settings, ...wrong })
      assert.deepEqual([again.status, alert.test(again.alert ?? '')], [422, true], again.alert)
    }
    mock.discovery = { issuer: 'https://another.example.test' }
    const other = await browser.send(page, path, { ...settings, clientId: 'norn', clientSecret: secret })
    assert.match(other.alert ?? '', /offers no sign-in that can be used/)
    assert.ok(!other.text.includes(secret) && other.text.includes('value="norn"'))
    assert.deepEqual(await stored(), [undefined, null])
    mock.discovery = {}

    const set = await browser.send(page, path, { ...settings, clientId: 'norn', clientSecret: secret })
    assert.equal(set.flash, 'The neighbour was changed.')
    assert.ok(!set.text.includes(secret) && set.text.includes('value="norn"'))
    assert.deepEqual(await stored(), ['norn', secret])
    // Other settings leave it, and ask nobody.
    const before = mock.paths.length
    await browser.send(set, path, { ...settings, trust: '7', clientId: 'norn' })
    assert.deepEqual([await stored(), mock.paths.length], [['norn', secret], before])

    const api = await adminClient(service)
    const at = '/neighbours/friends'
    const shown = await (await adminClient(service, { isReadOnly: true })).send('GET', at)
    assert.deepEqual(
      [shown.json.clientId, shown.json.issuer, shown.json.redirectUri, shown.json.trust],
      ['norn', mock.url, `${service.baseUrl}/account/linked/friends/callback`, 7],
    )
    const patch = (body: object) => api.send('PATCH', at, body)
    const renewed = await patch({ clientSecret: `${secret} 2` })
    assert.deepEqual([renewed.status, await stored()], [200, ['norn', `${secret} 2`]])
    for (const answer of [shown, renewed]) assert.ok(!answer.text.includes(secret))
    for (const [body, reason] of [
      [{ clientId: 'other' }, 'neighbour_client_malformed'],
      [{ clientId: null, clientSecret: secret }, 'neighbour_client_malformed'],
      [{ clientId: 'other', clientSecret: '' }, 'neighbour_client_malformed'],
      [{ clientId: 'other', clientSecret: secret, trust: 101 }, 'malformed'],
    ] as const) {
      const refused = await patch(body)
      assert.deepEqual([refused.status, refused.json.code], [422, reason], refused.text)
    }
    assert.deepEqual(await stored(), ['norn', `${secret} 2`])
    const gone = await browser.send(await browser.get(path), path, { ...settings, clientId: '' })
    assert.deepEqual([gone.status, await stored()], [200, [undefined, null]])
    assert.equal((await patch({ clientId: 'norn', clientSecret: secret })).json.clientId, 'norn')
    assert.equal((await patch({ clientId: null })).json.clientId, null)
    assert.deepEqual(await stored(), [undefined, null])
    assert.ok(!service.log.join('').includes(secret))
  })

  test('an administrator unlinks a player on the account’s page and by the API; the owner gets an email', async () => {
    const service = await start()
    const { context } = service
    await friends(service, 'http://127.0.0.1:9')
    const player = await service.account({ username: 'Steve' })
    for (const number of [1, 2]) {
      const linked = { neighbour: 'friends', id: uuid(number), name: `Steve_${number}` }
      await context.db.transaction((tx) => linkPlayerIn(context, tx, player.id, linked, 'code'))
    }
    const path = `/admin/accounts/${player.id}`
    const moderator = await signedInAs(service, 'moderator')
    assert.doesNotMatch((await moderator.get(path)).text, /Unlink/)
    const admin = await signedInAs(service, 'admin')
    const page = await admin.get(path)
    assert.match(page.text, /<summary><h2>Linked accounts<\/h2><\/summary>/)
    assert.match(page.text, /<strong>Steve_1<\/strong><p class="hint">At friends since /)
    await newMail(service)
    const done = await admin.send(page, `${path}/unlink`, { id: uuid(2) })
    assert.deepEqual([done.path, done.flash], [path, 'The player is no longer linked.'])
    assert.doesNotMatch(done.text, /Unlink: Steve_2/)
    const [mail] = await newMail(service)
    assert.deepEqual(
      [mail?.to, mail?.subject],
      [player.email, 'A player was unlinked from your account at Norn'],
    )

    const [api, reading] = [await adminClient(service), await adminClient(service, { isReadOnly: true })]
    const at = '/accounts/Steve'
    const { linkedPlayers: shown } = (await reading.send('GET', at)).json
    assert.deepEqual(shown, [
      { neighbour: 'friends', id: uuid(1), name: 'Steve_1', linkedAt: new Date(start2026).toISOString() },
    ])
    const remove = (what: string, by = api) => by.send('DELETE', `${at}/linked-players/${what}`)
    assert.equal((await remove('Steve_1@friends', reading)).status, 403)
    const nobody = await service.request(`/api/v1${at}/linked-players/Steve_1@friends`, { method: 'DELETE' })
    assert.equal(nobody.status, 401)
    for (const unknown of ['Steve_1', 'Steve_2@friends', 'Steve_1@others', '%00@friends', '@']) {
      const refused = await remove(unknown)
      assert.deepEqual([refused.status, refused.json.code], [404, 'link_unknown'], unknown)
    }
    // Events of one instant are in no order.
    service.advance(1000)
    assert.equal((await remove('steve_1%40friends')).status, 204)
    assert.deepEqual(await linkedPlayers(context, player), [])
    const [entry] = (await reading.send('GET', `${at}/audit`)).json.items
    assert.deepEqual(
      [entry.event, entry.actor.kind, entry.details.name],
      ['account.unlinked', 'api', 'Steve_1'],
    )
  })
})

/** The settings of a neighbour, as its form shows them. */
const settings = {
  who: 'listed',
  textures: 'mirror',
  trust: '50',
  names: '[A-Za-z0-9_]{3,16}',
  limit: '60',
  lookups: 'yes',
  chatKeys: 'yes',
}
