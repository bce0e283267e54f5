// What the players of a neighbour can make us store: names that they take and give up, and visitors without number.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listName } from '../../src/domain/neighbours/listed.ts'
import { pauseNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { findVisitor, suspendVisitor } from '../../src/domain/neighbours/visitors.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { dayMs, hourMs } from '../../src/lib/measure/units.ts'
import { fold } from '../../src/lib/text/fold.ts'
import { kinds } from '../databases.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { startOn } from '../instances/instances.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'

const settings = { NORN_NEIGHBOURS: 'on' }
const evil = { evil: { limit: 10_000 } }

const claims = async ({ context: { db } }: RunningService) =>
  (await db.query.selectFrom('name_claim').select('name_key').where('visitor_id', 'is not', null).execute())
    .map(({ name_key }) => name_key)
    .sort()
const visitors = async ({ context: { db } }: RunningService) =>
  (await db.query.selectFrom('visitor').select('name').execute()).map(({ name }) => name).sort()

async function link(service: RunningService, account: string, { id, name }: { id: string; name: string }) {
  const player = { neighbour_id: 'evil', uuid: id, name, name_key: fold(name) }
  const row = { ...player, account_id: account, proof: 'code' as const, at: service.now() }
  await service.context.db.query.insertInto('neighbour_link').values(row).execute()
}

onEveryDatabase('names of visitors', (start) => {
  test('a player who is renamed at will takes ten names at once, and withholds fifty at most', async (t) => {
    const service = await start({ ...settings, NORN_NAME_HOLD: '90d' })
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, evil)
    let number = 0
    const rename = () => {
      mocks.evil?.players.clear()
      mocks.evil?.players.set(`Name_${++number}`, { id: uuid(1) })
      return ask(`Name_${number}`)
    }
    for (let at = 0; at <= 10; at++) assert.equal((await rename()).status, 200, `name ${number}`)
    const refused = await rename()
    assert.deepEqual([refused.status, await reason(refused)], [401, 'visitor_renamed_lately'])
    assert.equal((await claims(service)).length, 11)
    mocks.evil?.players.set('Name_11', { id: uuid(1) })
    assert.equal((await ask('Name_11')).status, 200, 'under the present name the player still comes in')
    for (let at = 0; at < 50; at++) {
      service.advance(hourMs)
      assert.equal((await rename()).status, 200, `name ${number}`)
    }
    const names = await claims(service)
    assert.deepEqual(
      [names.length, names.includes('name_1'), names.includes(`name_${number}`)],
      [51, false, true],
    )
    const create = (username: string) =>
      createAccount(context, operator, { username, password: 'a long password 1', language: 'en' })
    assert.equal((await create('Name_1')).username, 'Name_1', 'the oldest hold has ended')
    await assert.rejects(create(`Name_${number - 1}`), /username_held/)
  })

  test('beyond the bound of a day only known, listed and linked players come in, and operators see it', async (t) => {
    const service = await start({ ...settings, NORN_NEW_VISITORS: '3' })
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, { ...evil, other: {} })
    for (let number = 1; number <= 9; number++) {
      mocks.evil?.players.set(`Name_${number}`, { id: uuid(number) })
    }
    for (const number of [1, 2, 3]) assert.equal((await ask(`Name_${number}`)).status, 200)
    const refused = await ask('Name_4')
    assert.deepEqual([refused.status, await reason(refused)], [401, 'visitors_too_many'])
    assert.deepEqual(await visitors(service), ['Name_1', 'Name_2', 'Name_3'])
    assert.ok(!(await claims(service)).includes('name_4'), 'the name stays free')
    assert.equal((await ask('Name_2')).status, 200, 'known')
    await listName(context, operator, 'evil', { name: 'Name_5' })
    assert.equal((await ask('Name_5')).status, 200, 'listed')
    const owner = await service.account({ username: 'Holder' })
    await link(service, owner.id, { id: uuid(6), name: 'Name_6' })
    assert.equal((await ask('Name_6')).status, 200, 'linked')
    mocks.other?.players.set('Other', { id: uuid(20) })
    assert.equal((await ask('Other')).status, 200, 'of another neighbour')

    await Promise.all([context.attempts.flush(), context.hourCounts.flush()])
    const browser = browserOf(service)
    const boss = await service.account({ username: 'Boss' })
    await grantRole(context, operator, await service.stored(boss), 'admin')
    await browser.signIn(boss)
    const api = await adminClient(service)
    assert.match((await browser.get('/admin')).text, /evil brings more new players.*NORN_NEW_VISITORS/s)
    const { advice, attempts } = (await api.send('GET', '/why?name=Name_4')).json
    assert.match(advice, /as many new players as it may in a day.*norn neighbour list-name ID Name_4/)
    assert.equal(attempts[0].reason, 'visitors_too_many')
    const { text } = await api.send('GET', '/overview')
    assert.match(text, /visitors_too_many/)

    service.advance(dayMs / 3)
    assert.equal((await ask('Name_7')).status, 200, 'a third of a day is one more')
    assert.equal((await ask('Name_8')).status, 401)
  })

  test('visitors who came once end with their names when these would be free, others after a year', async (t) => {
    const service = await start({ ...settings, NORN_NAME_HOLD: '30d' })
    const { context } = service
    const { ask, mocks } = await neighbourhood(t, service, { ...evil, gone: {} })
    const names = ['Once', 'Twice', 'Suspended', 'Freed', 'Linked', 'Late']
    for (const [at, name] of names.entries()) mocks.evil?.players.set(name, { id: uuid(at) })
    mocks.gone?.players.set('Paused', { id: uuid(50) })
    for (const name of [...names, 'Twice', 'Paused']) if (name !== 'Late') await ask(name)
    const suspend = async (name: string, until: number | null) =>
      suspendVisitor(context, operator, await findVisitor(context, `${name}@evil`), { until })
    await suspend('Suspended', null)
    await suspend('Freed', service.now() + dayMs)
    const owner = await service.account({ username: 'Holder' })
    await link(service, owner.id, { id: uuid(4), name: 'Linked' })
    await pauseNeighbour(context, operator, 'gone', true)
    service.advance(29 * dayMs)
    await ask('Late')
    await sweep(context)
    assert.equal((await visitors(service)).length, 7)
    service.advance(dayMs)
    await sweep(context)
    const kept = ['Late', 'Linked', 'Paused', 'Suspended', 'Twice']
    assert.deepEqual(await visitors(service), kept)
    assert.deepEqual(await claims(service), kept.map(fold))
    service.advance(336 * dayMs)
    await sweep(context)
    assert.deepEqual(await visitors(service), ['Linked', 'Paused', 'Suspended'])
    assert.equal((await ask('Once')).status, 200, 'and comes back like a new one')
  })

  test('the audit log tells of a hundred renamed players of a neighbour a day, and of each new one', async (t) => {
    const service = await start(settings)
    const { ask, mocks } = await neighbourhood(t, service, evil)
    for (let player = 1; player <= 11; player++) {
      for (let name = 0; name <= 10; name++) {
        mocks.evil?.players.set(`P${player}_${name}`, { id: uuid(player) })
        assert.equal((await ask(`P${player}_${name}`)).status, 200)
      }
    }
    const { db } = service.context
    const entries = await db.query
      .selectFrom('audit_entry')
      .select('id')
      .where('event', '=', 'visitor.admitted')
      .execute()
    assert.equal(entries.length, 11 + 100)
  })
})

for (const kind of kinds()) {
  test(`of new players who come at once, a neighbour brings in exactly as many as it may (${kind})`, async (t) => {
    const services = await startOn(t, kind, { ...settings, NORN_NEW_VISITORS: '5' })
    const [first] = services
    const { ask, mocks } = await neighbourhood(t, first, evil)
    const numbers = Array.from({ length: 24 }, (_, number) => number)
    for (const number of numbers) mocks.evil?.players.set(`Name_${number}`, { id: uuid(number) })
    const answers = await Promise.all(
      numbers.map((number) =>
        ask(`Name_${number}`, { service: services[number % services.length] ?? first }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
    assert.equal((await visitors(first)).length, 5)
    // Players who join while the sweep runs stay, with their names.
    for (const each of services) each.advance(31 * dayMs)
    const present = await visitors(first)
    await Promise.all([
      ...services.map(({ context }) => sweep(context)),
      ...present.map((name, at) => ask(name, { service: services[at % services.length] ?? first })),
    ])
    assert.deepEqual(await visitors(first), present)
    assert.deepEqual(await claims(first), present.map(fold).sort())
  })
}
