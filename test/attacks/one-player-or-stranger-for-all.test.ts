// One player, or one stranger, takes a neighbour from nobody else.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listName } from '../../src/domain/neighbours/listed.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { othersFailures } from '../../src/model/errors/others-failures.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { behaviours } from '../neighbours/behaviours.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { back, begin, providerOf } from '../web/provider.ts'
import { logIn, openDoor } from '../wire/link-door/game.ts'

const on = { NORN_NEIGHBOURS: 'on', NORN_NEIGHBOUR_TIME: '2s' }
const players = { Visitor: uuid(1), Odd: uuid(2), Listed: uuid(3) }

onEveryDatabase('neighbours for all', (start) => {
  for (const behaviour of [
    'textures-of-another',
    'properties-17',
    'html',
    'large-64k',
    'status-500',
    'hangup',
  ]) {
    test(`a player whose answer is odd (${behaviour}) shuts out no other player`, async (t) => {
      const service = await start(on)
      const { ask, mocks } = await neighbourhood(t, service, { other: { players, limit: 600 } })
      mocks.other?.behave((response, profile, url) =>
        behaviours[profile.name === 'Odd' ? behaviour : 'good']?.(response, profile, url),
      )
      for (let round = 0; round < 3; round++) {
        for (let times = 0; times < 8; times++) assert.notEqual((await ask('Odd')).status, 200)
        assert.equal((await ask('Visitor')).status, 200, `round ${round}`)
      }
    })
  }

  test('strangers use up no questions that known players need', async (t) => {
    const service = await start(on)
    const { ask, mocks } = await neighbourhood(t, service, { other: { players } })
    await listName(service.context, operator, 'other', { name: 'Listed' })
    assert.equal((await ask('Visitor')).status, 200)
    const before = mocks.other?.seen.length ?? 0
    for (let at = 0; at < 100; at++) await ask(`Stranger${at}`)
    const asked = (mocks.other?.seen.length ?? 0) - before
    assert.ok(asked > 10 && asked <= 30, `${asked} questions of strangers`)
    for (const name of ['Visitor', 'Listed', 'Visitor']) assert.equal((await ask(name)).status, 200, name)
    // A new player waits a moment, but not as long as the flood lasts.
    service.advance(minuteMs / 2)
    mocks.other?.players.set('Newcomer', { id: uuid(9) })
    assert.equal((await ask('Newcomer')).status, 200)
  })

  test('whatever strangers ask of neighbours, no line of the log is an error, and the alert leaves it out', async (t) => {
    const service = await start(on)
    const { at, ask, mocks } = await neighbourhood(t, service, { other: { players } })
    mocks.other?.behave('status-500')
    mocks.other?.behaveForNames('status-500')
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, (_, number) => ask(number % 2 ? 'Visitor' : `Stranger${number}`)),
      service.get(`${at}/api/users/profiles/minecraft/Nobody_1`),
    ])
    const unsure = answers.filter(({ status }) => status === 503)
    assert.ok(unsure.length > 10)
    for (const answer of unsure) {
      const { level, reason } = await service.logLine(answer)
      assert.deepEqual([level, reason], [40, 'neighbour_unsure'])
    }
    assert.deepEqual(
      service.log.filter((line) => /"level":(50|60)/.test(line)),
      [],
    )
    const rules = readFileSync(new URL('../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')
    const [, errors = ''] = rules.split('- alert: NornErrors')
    assert.ok(errors.split('- alert:')[0]?.includes(`reason=~"${othersFailures.join('|')}"`))
  })

  test('a provider of sign-ins that does not answer is a warning too', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    mock.answers = { '/token': (response) => response.writeHead(503).end() }
    const browser = browserOf(service)
    const page = await browser.get(back(mock, await begin(browser), { code: 'c' }))
    assert.equal(page.status, 503)
    const unanswered = service.log.filter((line) => line.includes('"reason":"provider_unanswered"'))
    assert.deepEqual(
      unanswered.map((line) => JSON.parse(line).level),
      [40],
    )
  })

  test('a name that nobody has joined with is not asked about again and again', async (t) => {
    const service = await start(on)
    const { ask, mocks } = await neighbourhood(t, service, { other: { players } })
    await listName(service.context, operator, 'other', { name: 'Listed' })
    const asked = async (name: string, times: number, given = {}) => {
      const before = mocks.other?.seen.length ?? 0
      for (let at = 0; at < times; at++) assert.notEqual((await ask(name, given)).status, 503)
      return (mocks.other?.seen.length ?? 0) - before
    }
    assert.equal(await asked('Stranger', 10), 2)
    // Letters make no other name, but somebody else's network does, if the game server names it.
    assert.equal(await asked('STRANGER', 2), 0)
    assert.equal(await asked('Stranger', 10, { ip: '198.51.100.7' }), 2)
    assert.equal(await asked('Stranger', 10, { ip: '198.51.100.8' }), 2)
    mocks.other?.players.set('Stranger', { id: uuid(8) })
    assert.equal((await ask('Stranger')).status, 401)
    service.advance(minuteMs)
    assert.equal((await ask('Stranger')).status, 200)
    // Somebody who tries the name of a known player keeps that player out of nothing.
    mocks.other?.behave('no')
    assert.ok((await asked('Listed', 10)) > 2)
    mocks.other?.behave('good')
    assert.equal((await ask('Listed')).status, 200)
  })

  test('networks that crowd the link door leave room there, and at game servers', async (t) => {
    const service = await start(on)
    const { ask, mocks } = await neighbourhood(t, service, { other: { players } })
    const { port } = await openDoor(t, service)
    assert.equal((await ask('Visitor')).status, 200)
    const before = mocks.other?.seen.length ?? 0
    const join = async () => undefined
    // Ten logins a minute are all that a network has.
    const knock = (from: string, username: string) => logIn(t, port, { username, join, from })
    for (let at = 0; at < 50; at++) await knock(`127.0.1.${1 + (at % 5)}`, `Caller${at}`)
    const asked = (mocks.other?.seen.length ?? 0) - before
    assert.ok(asked <= 22, `${asked} questions for five networks`)
    mocks.other?.players.set('Linking', { id: uuid(8) })
    assert.match(await knock('127.0.1.9', 'Linking'), /^Your code/)
    for (let at = 0; at < 10; at++) assert.equal((await ask('Visitor')).status, 200)
    // A stranger waits a moment at most.
    service.advance(minuteMs / 4)
    mocks.other?.players.set('Newcomer', { id: uuid(9) })
    assert.equal((await ask('Newcomer')).status, 200)
  })
})
