import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { setServer } from '../../src/domain/community/servers.ts'
import { addNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { storeVisitor } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf, type PageView } from './browser.ts'

const path = '/admin/servers/survival'

/** The path of the root that a page shows. */
function rootOn({ text }: PageView): string {
  const [, found = ''] = /<code>http[^<]*?(\/at\/[\w-]{22,})<\/code>/.exec(text) ?? []
  assert.notEqual(found, '', text)
  return found
}

async function administrator(service: RunningService) {
  const boss = await service.account({ username: 'Boss' })
  await grantRole(service.context, operator, await service.stored(boss), 'admin')
  const browser = browserOf(service)
  await browser.signIn(boss)
  return { browser, boss }
}

onEveryDatabase('game servers on pages', (start) => {
  test('an administrator adds one, changes it, pauses it, gives it a new root and removes it', async () => {
    const service = await start()
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const { browser, boss } = await administrator(service)
    const status = async (at: string) => (await service.get(`${at}/authlib-injector/`)).status

    const list = await browser.get('/admin/servers')
    assert.equal(list.heading, 'Game servers')
    const fields = { name: 'survival', title: '<b>Survival', address: 'play.example.test', groups: 'staff' }
    for (const [wrong, alert] of [
      [{ name: 'The Server' }, /1 to 32 of the characters a-z/],
      [{ title: 'x'.repeat(65) }, /1 to 64 characters/],
      [{ address: 'a b' }, /HOST or HOST:PORT/],
      [{ groups: 'staff nobody' }, /does not exist/],
    ] as const) {
      const again = await browser.send(list, '/admin/servers', { ...fields, ...wrong })
      assert.deepEqual([again.status, again.heading], [422, 'Game servers'])
      assert.match(again.alert ?? '', alert)
      assert.match(again.text, /aria-invalid="true"/)
      assert.ok(again.text.includes('value="survival"') || 'name' in wrong, 'the input is still in the form')
    }
    const made = await browser.send(list, '/admin/servers', fields)
    assert.deepEqual(
      [made.path, made.heading, made.flash],
      [path, '<b>Survival', 'The game server was added.'],
    )
    assert.ok(!made.text.includes('<b>Survival'))
    const root = rootOn(made)
    assert.equal(await status(root), 200)
    const taken = await browser.send(list, '/admin/servers', fields)
    assert.deepEqual([taken.status, /with this name already exists/.test(taken.alert ?? '')], [422, true])
    const listed = await browser.get('/admin/servers')
    assert.match(listed.text, /play\.example\.test[^]*staff[^]*open[^]*never/)
    assert.ok(!listed.text.includes(root), 'the list contains no keys')

    const declined = await browser.send(made, path, { title: 'A', address: 'a b', groups: '' })
    assert.deepEqual([declined.status, /HOST or HOST:PORT/.test(declined.alert ?? '')], [422, true])
    const changed = await browser.send(made, path, { title: '', address: '', groups: '' })
    assert.deepEqual([changed.heading, changed.flash], ['survival', 'The game server was changed.'])
    const paused = await browser.send(changed, `${path}/pause`)
    assert.equal(paused.flash, 'Nobody can join the game server now.')
    const resumed = await browser.send(paused, `${path}/resume`)
    assert.equal(resumed.flash, 'Players can join the game server again.')

    service.advance(16 * 60_000)
    const old = await browser.get(path)
    const unproved = await browser.send(old, `${path}/rotate`, { current: 'x' })
    assert.deepEqual([unproved.status, unproved.text.includes(root), await status(root)], [422, false, 200])
    const remove = async (current: string): Promise<number> => {
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get(path)).text) ?? []
      return (await browser.post(`${path}/remove`, { csrf, current, 'name-of': 'survival' })).status
    }
    assert.match(old.text, /method="get" action="\/admin\/servers\/survival\/remove"/)
    assert.equal(await remove('x'), 422)
    assert.match(old.text, /<option value="24h" selected>24 hours/)
    const endless = await browser.send(old, `${path}/rotate`, { current: boss.password, grace: 'never' })
    assert.deepEqual([endless.status, endless.text.includes(root), await status(root)], [422, false, 200])
    assert.match(endless.alert ?? '', /choose how long/)
    const rotated = await browser.send(old, `${path}/rotate`, { current: boss.password })
    assert.equal(rotated.flash, 'The game server has a new root.')
    const next = rootOn(rotated)
    assert.notEqual(next, root)
    assert.deepEqual([await status(root), await status(next)], [200, 200])
    service.advance(86_400_000)
    assert.deepEqual([await status(root), await status(next)], [404, 200])
    const once = await browser.send(rotated, `${path}/rotate`, { current: boss.password, grace: '0s' })
    const last = rootOn(once)
    service.advance(2001)
    assert.deepEqual([await status(next), await status(last)], [404, 200])
    assert.equal(await remove(boss.password), 303)
    const left = await browser.get('/admin/servers')
    assert.deepEqual([left.flash, left.text.includes(path)], ['The game server was removed.', false])
    assert.equal((await browser.get(path)).status, 404)
    service.advance(2001)
    assert.equal(await status(last), 404)
    const entries = await listAudit(context, { limit: 20 })
    const events = entries.flatMap(({ event, actor }) =>
      event.startsWith('server.') ? [`${event} ${actor.id === boss.id}`] : [],
    )
    assert.deepEqual(events.toSorted(), [
      'server.changed true',
      'server.changed true',
      'server.changed true',
      'server.created true',
      'server.removed true',
      'server.rotated true',
      'server.rotated true',
    ])
  })

  test('an administrator chooses what its answers contain, and as whom linked players join', async () => {
    const service = await start()
    const { browser } = await administrator(service)
    const { send } = await adminClient(service)
    await send('POST', '/servers', { name: 'survival' })
    const shown = async () => {
      const { groupsProperty, sourceProperty, links } = (await send('GET', '/servers/survival')).json
      return { groupsProperty, sourceProperty, links }
    }
    const usual = { groupsProperty: undefined, sourceProperty: undefined, links: undefined }
    const alone = await browser.get(path)
    assert.doesNotMatch(alone.text, /name="(links|sourceProperty)"/, 'there are no neighbours')
    await browser.send(alone, path, { title: 'Survival', groupsProperty: 'yes' })
    assert.deepEqual(await shown(), { ...usual, groupsProperty: true })

    const root = 'https://friends.example.org/api'
    await addNeighbour(service.context, operator, {
      id: 'friends',
      place: {
        kind: 'authlib-injector',
        root,
        addresses: addressesBelow('authlib-injector', root, 'game'),
        textureHosts: [],
        isPrivate: false,
      },
    })
    const page = await browser.get(path)
    assert.match(page.text, /name="groupsProperty" value="yes" checked>/)
    assert.match(page.text, /name="sourceProperty" value="yes">/)
    assert.match(page.text, /<option value="admit" selected>as themselves</)
    const declined = await browser.send(page, path, { address: 'a b', links: 'as_account' })
    assert.deepEqual([declined.status, (await shown()).links], [422, undefined])
    assert.match(declined.text, /<option value="as_account" selected>as their account</)
    assert.match(declined.text, /name="groupsProperty" value="yes">/)
    await browser.send(page, path, { links: 'as_account', sourceProperty: 'yes' })
    assert.deepEqual(await shown(), { ...usual, sourceProperty: true, links: 'as_account' })
    for (const links of ['', 'nobody']) {
      await browser.send(page, path, { links })
      assert.deepEqual(await shown(), { ...usual, sourceProperty: true, links: 'as_account' })
    }
    await browser.send(page, path, { links: 'admit', groupsProperty: 'yes' })
    assert.deepEqual(await shown(), { ...usual, groupsProperty: true })

    const whole = { name: 'whole', links: 'as_account', sourceProperty: 'yes' }
    await browser.send(await browser.get('/admin/servers'), '/admin/servers', whole)
    const { links, sourceProperty } = (await send('GET', '/servers/whole')).json
    assert.deepEqual([links, sourceProperty], ['as_account', true], 'a new one takes them, too')
  })

  test('a new server and a new neighbour have steps to the first player, with what was seen of them', async () => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { context } = service
    const { browser, boss } = await administrator(service)
    const stepsOn = ({ text }: PageView) =>
      [
        ...text.matchAll(
          /<li class="(done|open)"( aria-current="step")?><h2>(.*?)(?: <small>Done<\/small>)?<\/h2>/g,
        ),
      ].map(([, state, current, name]) => `${name}: ${state}${current === undefined ? '' : ', next'}`)
    const list = await browser.get('/admin/servers')
    const made = await browser.send(list, '/admin/servers', { name: 'survival' })
    assert.deepEqual(stepsOn(made), ['Root made: done', 'First request: open, next', 'First join: open'])
    const at = rootOn(made)
    const ask = () => service.get(`${at}/session/hasJoined?username=${boss.username}&serverId=x`)
    await ask()
    await context.gameServers.flush()
    const asked = ['Root made: done', 'First request: done', 'First join: open, next']
    assert.deepEqual(stepsOn(await browser.get(path)), asked)
    const accessToken = await service.signIn(boss)
    await service.post('/session/join', { accessToken, selectedProfile: boss.id, serverId: 'x' })
    await service.logLine(await ask())
    await context.dayCounts.flush()
    assert.deepEqual(stepsOn(await browser.get(path)), [], 'all of them are done')

    const root = 'https://asgard.example.test'
    const addresses = addressesBelow('authlib-injector', root, 'game')
    const place = { kind: 'authlib-injector' as const, root, addresses, textureHosts: [], isPrivate: false }
    await addNeighbour(context, operator, { id: 'asgard', place })
    const neighbour = async () => stepsOn(await browser.get('/admin/neighbours/asgard'))
    assert.deepEqual(await neighbour(), [
      'Entered: done',
      'Keys read: open, next',
      'A game server names it: open',
      'First player: open',
    ])
    await setServer(context, operator, 'survival', { neighbours: ['asgard'] })
    assert.deepEqual((await neighbour()).slice(2), ['A game server names it: done', 'First player: open'])
    await storeVisitor(context, { id: 'a'.repeat(32), name: 'Skadi', neighbour: 'asgard' })
    assert.deepEqual((await neighbour()).slice(2), ['A game server names it: done', 'First player: done'])
  })

  test('a player sees the servers and which of them they may join, but no root', async () => {
    const service = await start()
    const { context } = service
    const { browser: boss } = await administrator(service)
    const alex = await service.account({ username: 'Alex' })
    const player = browserOf(service)
    await player.signIn(alex)
    const empty = await player.get('/account/servers')
    assert.deepEqual([empty.heading, /No servers are listed yet/.test(empty.text)], ['Servers', true])
    await createGroup(context, operator, { name: 'staff' })
    const list = await boss.get('/admin/servers')
    const fields = {
      name: 'survival',
      title: 'Survival',
      address: 'play.example.test:25566',
      groups: 'staff',
    }
    const made = await boss.send(list, '/admin/servers', fields)
    const closed = await player.get('/account/servers')
    assert.match(closed.text, /<h2>Survival<\/h2>\s*<p>You can’t join this server/)
    assert.ok(!closed.text.includes('play.example.test'))
    await addMembers(context, operator, 'staff', [alex])
    const open = await player.get('/account/servers')
    assert.match(open.text, /<h2>Survival<\/h2>\s*<p>You can join\.<\/p>[^]*play\.example\.test:25566/)
    assert.ok(!open.text.includes('/at/'))
    await boss.send(made, `${path}/pause`)
    assert.match((await player.get('/account/servers')).text, /You can’t join this server/)
    for (const page of ['/admin/servers', path]) assert.equal((await player.get(page)).status, 403, page)
    assert.doesNotMatch((await boss.get(path)).text, /do not exist/)
    await deleteGroup(context, operator, 'staff')
    assert.match((await boss.get(path)).text, /These groups do not exist[^<]*: staff\./)
    const guest = await browserOf(service).get('/account/servers')
    assert.match(guest.path, /^\/sign-in/)
    assert.equal(
      (await player.get('/servers')).status,
      200,
      'the setup lines for any game server are unchanged',
    )
  })
})
