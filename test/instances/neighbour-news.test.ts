// Every instance shows what another one has heard of neighbours, and whom it has refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latestRefusals } from '../../src/domain/figures/neighbour-figures.ts'
import { removeNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { kinds } from '../databases.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { operator, type RunningService } from '../service.ts'
import { until } from '../until.ts'
import { adminClient } from '../wire/admin/api.ts'
import { startOn } from './instances.ts'

const secret = 'a secret of the installation, as long as it should be'
const settings = { NORN_NEIGHBOURS: 'on', NORN_SECRET: secret }

const refusalsOf = async (service: RunningService) => {
  const client = await adminClient(service)
  const { status, json } = await client.send('GET', '/visitors/refused')
  assert.equal(status, 200)
  return json.refusals.map(({ server, name, reason }: Record<string, string>) => [server, name, reason])
}

for (const kind of kinds()) {
  test(`every instance shows the last answers and refusals (${kind})`, async (t) => {
    const services = await startOn(t, kind, settings)
    const [first] = services
    const last = services.at(-1) ?? first
    const { context } = first
    const { ask, mocks } = await neighbourhood(t, first, {
      friends: { limit: 10_000, players: { Skadi: uuid(1), Loki: uuid(2) } },
    })
    const shown = async (service: RunningService) => {
      const client = await adminClient(service)
      const listed = (await client.send('GET', '/neighbours')).json.items
      const { lastAnswer } = (await client.send('GET', '/neighbours/friends')).json
      assert.deepEqual(listed[0].lastAnswer, lastAnswer)
      return lastAnswer
    }

    await t.test('another instance has them a second later at most', async () => {
      assert.equal(await shown(last), null)
      assert.equal((await ask('Skadi')).status, 200)
      await context.neighbourNews.flush()
      assert.equal((await shown(last)).problem, null)
      mocks.friends?.behave('html')
      assert.equal((await ask('Loki')).status, 503)
      mocks.friends?.behave('other-name')
      assert.notEqual((await ask('loki')).status, 200)
      mocks.friends?.behave('html')
      assert.equal((await ask('LOKI')).status, 503)
      await context.neighbourNews.flush()
      assert.equal((await shown(last)).problem, 'not_json')
      assert.deepEqual(await refusalsOf(last), [['lobby', 'LOKI', 'neighbour_unsure']])
    })

    await t.test('names are encrypted, and a login or an address is not stored at all', async () => {
      for (const name of ['loki@example.org', 'a b', 'x'.repeat(300)]) await ask(name)
      await context.neighbourNews.flush()
      const rows = await context.db.query.selectFrom('refused_visit').selectAll().execute()
      assert.equal(rows.length, 1)
      assert.doesNotMatch(JSON.stringify(rows), /loki/i)
    })

    await t.test('instances that write the same rows at once lose none', async () => {
      for (let round = 0; round < 20; round++) {
        const names = Array.from({ length: 10 }, (_, number) => `Round_${round}_${number}`)
        for (const { context: one, advance } of services) {
          advance(1000)
          for (const name of names.toSorted(() => (one === context ? 1 : -1))) {
            one.neighbourNews.refused({ server: 'lobby', name, reason: 'name_owned' })
          }
          one.neighbourNews.answered('friends', round % 2 === 0 ? 'timeout' : undefined)
        }
        await Promise.all([
          ...services.map(({ context: one }) => one.neighbourNews.flush()),
          ...services.map(({ context: one }) => sweep(one)),
        ])
        const kept = new Set((await latestRefusals(context)).map(({ name }) => name))
        assert.ok(
          names.every((name) => kept.has(name)),
          `round ${round}`,
        )
      }
    })

    await t.test('the newest fifty are kept, for a day', async () => {
      for (let number = 0; number < 120; number++) {
        context.neighbourNews.refused({ server: 'lobby', name: `Name_${number}`, reason: 'name_owned' })
        if (number % 40 === 39) await context.neighbourNews.flush()
      }
      first.advance(1000)
      context.neighbourNews.refused({ server: 'lobby', name: 'Newest', reason: 'two_sources' })
      await context.neighbourNews.flush()
      const latest = await latestRefusals(last.context)
      assert.deepEqual([latest.length, latest[0]?.name], [50, 'Newest'])
      await sweep(context)
      const count = () => context.db.query.selectFrom('refused_visit').selectAll().execute()
      assert.equal((await count()).length, 50)
      first.advance(24 * 3_600_000)
      await sweep(context)
      assert.equal((await count()).length, 0)
    })

    await t.test('nothing is left of a neighbour that was removed', async () => {
      await removeNeighbour(context, operator, 'friends')
      // An answer that is still to be written drops no refusal of the same second.
      context.neighbourNews.answered('friends', undefined)
      context.neighbourNews.refused({ server: 'survival', name: 'Latest', reason: 'name_owned' })
      await context.neighbourNews.flush()
      await until('it is stored', async () =>
        (await latestRefusals(context)).some(({ name }) => name === 'Latest'),
      )
      context.neighbourNews.answered('friends', 'timeout')
      await context.neighbourNews.flush()
      assert.deepEqual(await context.db.query.selectFrom('neighbour_answer').selectAll().execute(), [])
    })
  })
}
