// `watch`: every answer is byte for byte the one of `off`, nobody is pinned, and it is recorded who would have joined.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNot } from '../../../src/domain/operation/why.ts'
import { Attempts } from '../../../src/state/counters/attempts.ts'
import { onEveryDatabase } from '../../service.ts'
import { until } from '../../until.ts'
import { essence, layouts, neighbourhood, uuid } from './scene.ts'

onEveryDatabase('watching neighbours', (start) => {
  test('changes no byte, pins nobody, and records the outcome', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'watch' })
    const { context } = service
    const { ask, mocks, at } = await neighbourhood(t, service, {
      other: { players: { Visitor: uuid(1), Both: uuid(2), Local: uuid(3) } },
      more: { players: { Both: uuid(4) } },
    })
    const steve = await service.account({ username: 'Local' })
    const watched = async (name: string) => {
      const { attempts } = await whyNot(context, name)
      return attempts.find(({ reason }) => reason === 'watched')?.watched
    }
    for (const path of Object.values(layouts)) {
      for (const name of ['Visitor', 'Both', 'Local', 'Nobody', 'a b']) {
        const below = await ask(name, { path })
        const plain = await service.get(`${path}?username=${name}&serverId=hash`)
        assert.deepEqual(essence(below), essence(plain), name)
      }
    }
    for (const name of ['Visitor', 'Both', 'Local']) await ask(name)
    await until('it is recorded', async () => (await watched('Visitor')) === 'ok')
    await until('it is recorded', async () => (await watched('Both')) === 'two_sources')
    await until('it is recorded', async () => (await watched('Local')) === 'name_owned')
    assert.equal(await watched('Nobody'), undefined)
    // Its last join may still be watched.
    const told = await until('it is recorded', async () => {
      const found = await whyNot(context, 'Visitor')
      return found.attempts[0]?.reason === 'watched' && found
    })
    const seen = async (name: string) => {
      const { attempts } = await whyNot(context, name)
      return attempts.find(({ reason }) => reason === 'watched')
    }
    // It is said which neighbour it was: by why, in the log and in the figures.
    assert.deepEqual((await seen('Visitor'))?.neighbours, ['other'])
    assert.match((await seen('Visitor'))?.message ?? '', /\(lobby, other\)$/)
    assert.deepEqual((await seen('Both'))?.neighbours, ['more', 'other'])
    assert.equal((await seen('Local'))?.neighbours, undefined)
    const line = service.log.find((text) => text.includes('"watched":"two_sources"')) ?? ''
    assert.deepEqual(JSON.parse(line).neighbours, ['more', 'other'])
    const figures = Object.fromEntries(context.neighbours.figures())
    assert.deepEqual([...(figures['more']?.watched.keys() ?? [])], ['two_sources'])
    assert.deepEqual([...(figures['other']?.watched.keys() ?? [])].sort(), ['ok', 'two_sources'])
    assert.match(told.advice, /NORN_NEIGHBOURS=watch/)
    assert.deepEqual(await context.db.query.selectFrom('visitor').selectAll().execute(), [])
    const claims = await context.db.query.selectFrom('name_claim').select('name_key').execute()
    assert.deepEqual(claims, [{ name_key: 'local' }])
    const asked = mocks.other?.seen ?? []
    assert.ok(asked.every(({ path }) => !path.includes('Local')))
    // A join here, HEAD and the plain root are not watched.
    const before = asked.length
    const accessToken = await service.signIn(steve)
    await service.post('/session/join', { accessToken, selectedProfile: steve.id, serverId: 'hash' })
    assert.equal((await ask('Local')).status, 200)
    const query = '?username=Visitor&serverId=hash'
    await service.request(`${at}${layouts.native}${query}`, { method: 'HEAD' })
    await service.get(`${layouts.native}${query}`)
    await ask('Visitor')
    await until('it is asked', () => asked.length > before)
    assert.equal(asked.length, before + 1)
  })

  test('refusals within one millisecond are all kept, also when they are written apart', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'watch' })
    const { context } = service
    const { ask } = await neighbourhood(t, service, { other: { players: { Visitor: uuid(1) } } })
    const reasons = async () => (await whyNot(context, 'Visitor')).attempts.map(({ reason }) => reason).sort()
    const expected = (times: number) =>
      ['join_unknown', 'watched'].flatMap((reason) => Array<string>(times).fill(reason))
    for (const times of [2, 4]) {
      await Promise.all([ask('Visitor'), ask('Visitor')])
      await until('they are recorded', async () => {
        await context.attempts.flush()
        return (await reasons()).length >= 2 * times
      })
      assert.deepEqual(await reasons(), expected(times))
    }
  })

  test('refusals of several instances within one millisecond are all kept', async () => {
    const { context } = await start()
    const instances = Array.from(
      { length: 3 },
      () => new Attempts(context.db, context.clock, context.clock, context.loginDigests, context.log),
    )
    const about = { username: 'Visitor' }
    for (const [at, instance] of instances.entries()) {
      instance.refused('hasJoined', { about, reason: 'join_unknown', server: `server-${at}` }, '192.0.2.1')
      instance.refused('hasJoined', { about, reason: 'name_owned', server: `server-${at}` }, '192.0.2.1')
    }
    await Promise.all(instances.map((instance) => instance.flush()))
    const { attempts } = await whyNot(context, 'Visitor')
    const told = attempts.map(({ server, reason }) => `${server} ${reason}`)
    assert.equal(new Set(told).size, 6, told.join())
  })

  test('a neighbour that never answers delays no answer', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'watch', NORN_NEIGHBOUR_TIME: '3s' })
    const { ask, mocks } = await neighbourhood(t, service, { other: { players: { Visitor: uuid(1) } } })
    mocks.other?.behave('dead')
    assert.equal((await ask('Visitor')).status, 401)
    const watchedYet = (await whyNot(service.context, 'Visitor')).attempts.some(({ watched }) => watched)
    assert.equal(watchedYet, false, 'the answer waited for the neighbour')
    await until('it is recorded', async () => {
      const { attempts } = await whyNot(service.context, 'Visitor')
      return attempts.some(({ watched }) => watched === 'neighbour_unsure')
    })
  })
})
