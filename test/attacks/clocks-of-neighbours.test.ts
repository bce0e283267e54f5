// The clock is set back by an hour, or ahead by 31 days, while neighbours are asked. Holds and suspensions end by the
// clock alone, waits and caches by the time that has passed, and nobody gets a name that is not due.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findVisitor, suspendVisitor } from '../../src/domain/neighbours/visitors.ts'
import { dayMs, hourMs, minuteMs } from '../../src/lib/measure/units.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator } from '../service.ts'

const settings = { NORN_NEIGHBOURS: 'on', NORN_LOOKUP_BANS: 'off' }

onEveryDatabase('clocks', (start) => {
  test('a name is held and a visitor suspended until the instant that is stored', async (t) => {
    const service = await start(settings)
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, { one: {}, two: {} })
    const [one, two] = [mocks.one?.players, mocks.two?.players]
    assert.ok(one && two)
    const expect = async (name: string, expected: string) => {
      const answer = await ask(name)
      assert.equal(answer.status === 200 ? answer.json.id : await reason(answer), expected)
    }
    one.set('Former', { id: uuid(1) })
    await expect('Former', uuid(1))
    one.clear()
    one.set('Later', { id: uuid(1) })
    await expect('Later', uuid(1))
    one.set('Griefer', { id: uuid(2) })
    await expect('Griefer', uuid(2))
    const griefer = await findVisitor(context, uuid(2))
    await suspendVisitor(context, operator, griefer, { until: service.now() + dayMs })
    two.set('Former', { id: uuid(3) })
    two.set('Later', { id: uuid(4) })
    const isHeld = async () => {
      await expect('Former', 'join_unknown')
      await assert.rejects(service.account({ username: 'Former' }), /username_(held|taken)/)
      await expect('Griefer', 'visitor_suspended')
      // A name in use belongs to its player at any time.
      await expect('Later', uuid(1))
    }
    await isHeld()
    service.setClock(-hourMs)
    await isHeld()
    service.setClock(hourMs + 31 * dayMs)
    await expect('Griefer', uuid(2))
    await expect('Former', uuid(3))
    await expect('Later', uuid(1))
    service.setClock(-31 * dayMs)
    await expect('Griefer', 'visitor_suspended')
    // The player that got the name meanwhile keeps it.
    await expect('Former', uuid(3))
    one.set('Former', { id: uuid(1) })
    two.clear()
    await expect('Former', 'join_unknown')
    assert.equal((await findVisitor(context, uuid(1))).name, 'Later')
  })

  test('a neighbour that asks us to wait, or fails, is left alone for as long as that takes', async (t) => {
    const service = await start(settings)
    const { ask, mocks } = await neighbourhood(t, service, { one: { players: { Visitor: uuid(1) } } })
    const { one } = mocks
    assert.ok(one)
    for (const [how, times, waitMs] of [
      ['wait', 1, 30_000],
      ['status-500', 5, 10_000],
    ] as const) {
      one.behave(how)
      for (let time = 0; time < times; time++) assert.equal((await ask('Visitor')).status, 503)
      one.behave('good')
      const asked: number = one.seen.length
      for (const by of [31 * dayMs, -31 * dayMs - hourMs]) {
        service.setClock(by)
        assert.equal((await ask('Visitor')).status, 503)
      }
      assert.equal(one.seen.length, asked, how)
      service.advance(waitMs)
      assert.equal((await ask('Visitor')).json.id, uuid(1), how)
    }
  })

  test('answers to lookups are kept for minutes, not until a clock says so', async (t) => {
    const service = await start(settings)
    const { at, mocks } = await neighbourhood(t, service, { one: { players: { Visitor: uuid(1) } } })
    const players = mocks.one?.players
    assert.ok(players)
    const look = async (name: string) => {
      const { status, json } = await service.get(`${at}/api/users/profiles/minecraft/${name}`)
      return status === 200 ? json.id : status
    }
    assert.equal(await look('Visitor'), uuid(1))
    players.set('Visitor', { id: uuid(2) })
    for (const by of [31 * dayMs, -31 * dayMs - hourMs]) {
      service.setClock(by)
      assert.equal(await look('Visitor'), uuid(1))
    }
    service.advance(10 * minuteMs + 1)
    assert.equal(await look('Visitor'), uuid(2))
  })
})
