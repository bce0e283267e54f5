// A neighbour's players who are renamed at will, each within its own bound, withheld thousands of names a day; and a name
// that an operator had listed admitted any number of players, one after another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { listName } from '../../src/domain/neighbours/listed.ts'
import { dayMs } from '../../src/lib/measure/units.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

const settings = { NORN_NEIGHBOURS: 'on', NORN_NEW_VISITORS: '10' }
const evil = { evil: { limit: 10_000 } }

const count = async ({ context: { db } }: RunningService, table: 'visitor' | 'name_claim' | 'audit_entry') =>
  (await db.query.selectFrom(table).selectAll().execute()).length

onEveryDatabase('hoarded names', (start) => {
  test('former names of a neighbour’s players are held for the first time of each, and as many as it may bring', async (t) => {
    const service = await start(settings)
    const { context } = service
    const { ask, mocks } = await neighbourhood(t, service, evil)
    const play = async (player: number, name: string) => {
      mocks.evil?.players.clear()
      mocks.evil?.players.set(name, { id: uuid(player) })
      return (await ask(name)).status
    }
    for (let name = 0; name <= 10; name++)
      for (let player = 1; player < 10; player++)
        assert.equal(await play(player, `P${player}_${name}`), 200, 'nobody is kept out')
    // One for each, the former name of each, and ten more.
    assert.equal(await count(service, 'name_claim'), 9 + 9 + 10)
    // A player who is renamed once in a while is not among those who lose their names.
    assert.equal(await play(10, 'Honest'), 200)
    assert.equal(await play(10, 'Honest_2'), 200)
    const create = (username: string) =>
      createAccount(context, operator, { username, password: 'a long password 1', language: 'en' })
    await assert.rejects(create('Honest'), /username_held/)
    await assert.rejects(create('P1_0'), /username_held/)
    assert.equal((await create('P1_9')).username, 'P1_9')
    service.advance(dayMs)
    assert.equal(await play(1, 'P1_new'), 200)
    await assert.rejects(create('P1_10'), /username_held/, 'the next day there is room again')
  })

  test('under one listed name a few new players a day come in', async (t) => {
    const service = await start({ ...settings, NORN_NAME_HOLD: '0s' })
    const { ask, mocks, reason } = await neighbourhood(t, service, evil)
    await listName(service.context, operator, 'evil', { name: 'Listed' })
    const before = await count(service, 'audit_entry')
    const play = (player: number, name: string) => {
      mocks.evil?.players.clear()
      mocks.evil?.players.set(name, { id: uuid(player) })
      return ask(name)
    }
    const refused: (string | undefined)[] = []
    for (let player = 1; player <= 30; player++) {
      const answer = await play(player, 'Listed')
      if (answer.status !== 200) refused.push(await reason(answer))
      else await play(player, `Away_${player}`)
    }
    assert.deepEqual([await count(service, 'visitor'), refused.length], [5, 25])
    assert.deepEqual([...new Set(refused)], ['visitors_too_many'])
    assert.ok((await count(service, 'audit_entry')) - before <= 10)
    for (let player = 51; player <= 60; player++)
      assert.equal((await play(player, `New_${player}`)).status, 200, 'others have a bound of their own')
  })
})
