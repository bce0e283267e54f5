// The pages of neighbours and visitors: other people's forms, foreign subjects, hostile answers, long lists, changes
// that race.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { addServer, findServer } from '../../src/domain/community/servers.ts'
import { latestRefusals } from '../../src/domain/figures/neighbour-figures.ts'
import { listedNames, listName } from '../../src/domain/neighbours/listed.ts'
import { addNeighbour, findNeighbour, removeNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { neighbourhood, storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { startNeighbour } from '../neighbours/mock.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'

const path = '/admin/neighbours'

async function administrator(service: RunningService) {
  const boss = await service.account()
  await grantRole(service.context, operator, await service.stored(boss), 'admin')
  const browser = browserOf(service)
  await browser.signIn(boss)
  return { browser, boss }
}

const hostile = '"><script>alert(1)</script>'

onEveryDatabase('pages of neighbours', (start) => {
  test('one is added with the hosts that were confirmed, changed, paused, asked, and removed', async (t) => {
    const service = await start()
    const { context } = service
    const { browser, boss } = await administrator(service)
    const mock = await startNeighbour({
      players: [['Skadi', { id: uuid(1) }]],
      skinHost: 'skins.friends.test',
    })
    t.after(() => mock.close())
    const list = await browser.get(path)
    assert.match(list.text, /NORN_NEIGHBOURS is “off”/)
    const fields = { id: 'friends', kind: 'authlib-injector', root: mock.root, private: 'yes' }
    const before = mock.seen.length
    for (const [wrong, alert] of [
      [{ id: hostile }, /an id has 1 to 16/],
      [{ kind: 'drasl' }, /choose one of the options/],
      [{ root: '' }, /do not fit the kind/],
      [{ root: `https://${hostile}` }, /enter addresses as https/],
      [{ kind: 'urls', root: '' }, /do not fit the kind/],
      [{ private: '' }, /belongs to this machine/],
    ] as const) {
      const again = await browser.send(list, path, { ...fields, ...wrong })
      assert.deepEqual([again.status, alert.test(again.alert ?? '')], [422, true], again.alert)
      assert.ok(!again.text.includes('<script>alert'))
    }
    assert.equal(mock.seen.length, before, 'nobody was asked')
    const silent = await browser.send(list, path, { ...fields, root: 'http://127.0.0.1:1/' })
    assert.deepEqual(
      [silent.status, /did not answer with the metadata/.test(silent.alert ?? '')],
      [422, true],
    )

    const asked = await browser.send(list, path, fields)
    assert.deepEqual([asked.status, /<code>skins\.friends\.test<\/code>/.test(asked.text)], [200, true])
    await assert.rejects(findNeighbour(context, 'friends'), 'nothing is added before the hosts are confirmed')
    // A form that was changed on its way, or metadata that has changed since, brings in no other host.
    const other = await browser.send(asked, path, { use: 'yes', hosts: 'evil.test *' })
    assert.equal(other.flash, 'The neighbour was added. A game server has to name it before it is asked.')
    assert.deepEqual((await findNeighbour(context, 'friends')).textureHosts, [])
    await removeNeighbour(context, operator, 'friends')
    const added = await browser.send(asked, path, { use: 'yes' })
    assert.deepEqual([added.path, added.heading], [`${path}/friends`, 'friends'])
    assert.deepEqual((await findNeighbour(context, 'friends')).textureHosts, ['skins.friends.test'])
    const taken = await browser.send(asked, path, { use: 'yes' })
    assert.deepEqual([taken.status, /with this id already exists/.test(taken.alert ?? '')], [422, true])

    const at = `${path}/friends`
    const settings = { who: 'everyone', textures: 'drop', trust: '7', names: '[a-z]+', limit: '9' }
    for (const [wrong, alert] of [
      [{ trust: '101' }, /from 0 to 100/],
      [{ trust: '-1' }, /from 0 to 100/],
      [{ trust: '1e1' }, /from 0 to 100/],
      [{ limit: '0' }, /from 1 to 10,000/],
      [{ names: '(' }, /a regular expression/],
      [{ names: '' }, /a regular expression/],
      [{ who: 'friends' }, /choose one of the options/],
      [{ textures: hostile }, /choose one of the options/],
    ] as const) {
      const again = await browser.send(added, at, { ...settings, ...wrong })
      assert.deepEqual([again.status, alert.test(again.alert ?? '')], [422, true], JSON.stringify(wrong))
    }
    const changed = await browser.send(added, at, { ...settings, lookups: 'yes' })
    assert.equal(changed.flash, 'The neighbour was changed.')
    const { who, textures, trust, names, limit, lookups, chatKeys } = await findNeighbour(context, 'friends')
    assert.deepEqual(
      [who, textures, trust, names, limit, lookups, chatKeys],
      ['everyone', 'drop', 7, '[a-z]+', 9, true, false],
    )
    const paused = await browser.send(changed, `${at}/pause`)
    assert.match(paused.text, /<dd>paused<\/dd>/)
    const resumed = await browser.send(paused, `${at}/resume`)
    assert.match(resumed.text, /<dd>no game server names it<\/dd>/)

    const found = await browser.send(resumed, `${at}/test`, { player: 'skadi' })
    assert.match(found.text, /It has this player: \S*Skadi\S*, \S*01234567-89ab-/)
    await context.neighbourNews.flush()
    assert.match((await browser.get(at)).text, /usable, <time/)
    assert.match(
      (await browser.send(resumed, `${at}/test`, { player: 'Loki' })).text,
      /no player of this name/,
    )
    mock.behaveForNames('html')
    const odd = await browser.send(resumed, `${at}/test`, { player: 'Skadi' })
    assert.match(odd.text, /no usable answer: \S*not_json/)
    const wrong = await browser.send(resumed, `${at}/test`, { player: hostile })
    assert.deepEqual([wrong.status, wrong.text.includes('<script>alert')], [422, false])

    service.advance(16 * 60_000)
    const old = await browser.get(at)
    const unproved = await browser.send(old, `${at}/remove`, { current: 'x' })
    assert.equal(unproved.status, 422)
    const removed = await browser.send(old, `${at}/remove`, { current: boss.password })
    assert.equal(removed.flash, 'The neighbour was removed.')
    assert.equal((await browser.get(at)).status, 404)
    for (const [action, more] of [
      ['', settings],
      ['/pause', {}],
      ['/test', { player: 'Skadi' }],
      ['/list', { name: 'Skadi' }],
      ['/unlist', { listed: 'skadi' }],
    ] as const) {
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(old.text) ?? []
      assert.equal((await browser.post(at + action, { csrf, ...more })).status, 404, action)
    }
  })

  test('names are listed and unlisted, also while somebody else does', async () => {
    const service = await start()
    const { context } = service
    const { browser } = await administrator(service)
    await neighbour(service, 'friends')
    await addServer(context, operator, { name: 'survival' })
    const at = `${path}/friends`
    const page = await browser.get(at)
    for (const [wrong, alert] of [
      [{ name: hostile }, /a name has at most 21/],
      [{ name: 'Skadi', server: 'nowhere' }, /no such game server/],
      [{ name: 'Skadi', server: hostile }, /no such game server/],
    ] as const) {
      const again = await browser.send(page, `${at}/list`, wrong)
      assert.deepEqual([again.status, alert.test(again.alert ?? '')], [422, true])
    }
    await browser.send(page, `${at}/list`, { name: 'Skadi' })
    const listed = await browser.send(page, `${at}/list`, { name: 'Skadi', server: 'survival' })
    assert.equal(listed.flash, 'The name was listed.')
    assert.deepEqual(await listedNames(context, 'friends'), [
      { name: 'skadi', server: undefined },
      { name: 'skadi', server: 'survival' },
    ])
    const gone = await browser.send(listed, `${at}/unlist`, { listed: 'skadi survival' })
    assert.equal(gone.flash, 'The name is no longer listed.')
    for (const twice of ['skadi survival', 'skadi nowhere', hostile]) {
      const again = await browser.send(listed, `${at}/unlist`, { listed: twice })
      assert.deepEqual([again.status, /no longer listed/.test(again.alert ?? '')], [422, true])
    }
    assert.deepEqual(await listedNames(context, 'friends'), [{ name: 'skadi', server: undefined }])
  })

  test('long lists are cut and stay small', async () => {
    const service = await start()
    const { context } = service
    const { browser } = await administrator(service)
    for (let number = 1; number <= 20; number++) await neighbour(service, `n${number}`)
    for (let number = 1; number <= 120; number++) {
      await listName(context, operator, 'n1', { name: `A_name_of_21_chars${100 + number}` })
    }
    for (let number = 1; number <= 60; number++) {
      await storeVisitor(context, {
        id: uuid(number),
        name: `A_name_of_21_chars${100 + number}`,
        neighbour: 'n1',
      })
      const reason = 'visitor_refused'
      context.neighbourNews.refused({ server: 'survival', name: `Name${number}`, reason })
    }
    await context.neighbourNews.flush()
    for (const at of [path, `${path}/n1`, '/admin/visitors', '/admin/visitors?neighbour=n1']) {
      const { text, status } = await browser.get(at)
      assert.equal(status, 200)
      assert.ok(Buffer.byteLength(text) < 60_000, `${at}: ${Buffer.byteLength(text)}`)
    }
    assert.equal((await latestRefusals(context)).length, 50)
    const full = await browser.get(path)
    const fields = { id: 'more', kind: 'vendor' }
    const refused = await browser.send(full, path, fields)
    assert.deepEqual([refused.status, /already 20 neighbours/.test(refused.alert ?? '')], [422, true])
  })

  test('a game server names neighbours; a form without them changes nothing, one that is gone is refused', async () => {
    const service = await start()
    const { context } = service
    const { browser } = await administrator(service)
    await addServer(context, operator, { name: 'survival' })
    const at = '/admin/servers/survival'
    const early = await browser.get(at)
    assert.doesNotMatch(early.text, /neighbour\./)
    await neighbour(service, 'friends')
    await neighbour(service, 'others')
    const policy = async () => {
      const { neighbours, who } = await findServer(context, 'survival')
      return [neighbours, who]
    }
    const page = await browser.get(at)
    await browser.send(page, at, { 'neighbour.friends': 'yes', who: 'everyone' })
    assert.deepEqual(await policy(), [['friends'], 'everyone'])
    await browser.send(early, at, { title: 'Survival' })
    assert.deepEqual(await policy(), [['friends'], 'everyone'])
    assert.match((await browser.get(at)).text, /name="neighbour\.friends" value="yes" checked/)
    for (const name of ['neighbour.nobody', `neighbour.${hostile}`, 'neighbour.']) {
      const again = await browser.send(page, at, { [name]: 'yes', who: 'everyone' })
      assert.deepEqual(
        [again.status, /one of the neighbours no longer exists/.test(again.alert ?? '')],
        [422, true],
      )
    }
    assert.deepEqual(await policy(), [['friends'], 'everyone'])
    await browser.send(page, at, { who: 'nonsense' })
    assert.deepEqual(await policy(), [[], null])
  })

  test('the page counts questions and shows who was refused, with no foreign markup', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { context } = service
    const { browser } = await administrator(service)
    const given = { players: { Skadi: uuid(1), Loki: uuid(2) } }
    const scene = await neighbourhood(t, service, { friends: given })
    assert.equal((await scene.ask('Skadi')).status, 200)
    assert.notEqual((await scene.ask('Nobody')).status, 200)
    scene.mocks['friends']?.behave('other-name')
    assert.notEqual((await scene.ask('Loki')).status, 200)
    assert.notEqual((await scene.ask(hostile)).status, 200)
    await context.hourCounts.flush()
    await context.neighbourNews.flush()
    const { text } = await browser.get(path)
    const [, row = ''] = /<tbody>\s*<tr>(.*?)<\/tr>/s.exec(text) ?? []
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell)
    assert.deepEqual(cells.slice(3), ['3', '1', '1', '0'], row)
    assert.match(text, /href="\/admin\/why\?name=Loki">Loki</)
    assert.match(text, /broke the rules/)
    assert.ok(!text.includes('<script>alert'))
    await context.attempts.flush()
    const why = await browser.get('/admin/why?name=Loki')
    assert.match(why.text, /<a href="\/admin\/neighbours">Neighbours<\/a><\/p>/)
    const known = await browser.get('/admin/why?name=skadi')
    assert.match(known.text, new RegExp(`<a href="/admin/visitors/${uuid(1)}">[^<]*Skadi@friends`))
    assert.ok(
      !(await browser.get(`/admin/why?name=${encodeURIComponent(hostile)}`)).text.includes('<script>alert'),
    )
    const overview = await browser.get('/admin')
    assert.doesNotMatch(overview.text, /It was refused: (yes|no|unsure|admitted)/)
  })
})

const neighbour = ({ context }: RunningService, id: string) =>
  addNeighbour(context, operator, {
    id,
    place: {
      kind: 'urls',
      root: null,
      addresses: {
        hasJoined: `https://${id}.example.test/hasJoined`,
        profile: `https://${id}.example.test/profile/`,
        names: { bulk: `https://${id}.example.test/names` },
      },
      textureHosts: [],
      isPrivate: false,
    },
  })
