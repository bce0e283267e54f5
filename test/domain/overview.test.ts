// The figures of the last day: of all processes, across restarts, and limited to a day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overview } from '../../src/domain/figures/overview.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { addToHours } from '../../src/storage/records/hour-counts.ts'
import { migrated } from '../databases.ts'
import { type Answer, onEveryDatabase, type RunningService, start2026, startService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

const hour = 3_600_000

/** A request is counted after its answer and before its log line. */
async function counted(service: RunningService, ...answers: Promise<Answer>[]): Promise<void> {
  for (const answer of answers) await service.logLine(await answer)
  await service.context.hourCounts.flush()
}

onEveryDatabase('overview', (_start, _shared, kind) => {
  test('counts the answers of all processes within 24 hours, by the hour, and keeps the counts', async (t) => {
    const database = await migrated[kind]()
    const [first, second] = [await startService(database.url), await startService(database.url)]
    const running = new Set([first, second])
    t.after(async () => {
      for (const service of running) await service.close()
      await database.drop()
    })
    const player = await first.account()
    const signIn = (service: RunningService, password = player.password) =>
      service.post('/auth/authenticate', { username: player.username, password, clientToken: 'launcher' })
    const { accessToken } = (await signIn(first)).json
    const join = { accessToken, selectedProfile: player.id, serverId: 'server' }
    const hasJoined = `/session/hasJoined?username=${player.username}&serverId=server`

    await counted(first, signIn(first, 'wrong'), first.post('/session/join', join))
    await counted(second, second.get(hasJoined), signIn(second, 'wrong'))
    second.advance(hour)
    await counted(second, signIn(second), second.get(hasJoined), signIn(second, 'wrong'))
    // A process writes its counts when it ends.
    const last = await signIn(first, 'wrong')
    await first.logLine(last)
    await first.close()
    running.delete(first)

    const { hours, refusals, state } = await overview(second.context)
    assert.equal(state, 'ready')
    assert.deepEqual(
      hours.map(({ at }) => at),
      Array.from({ length: 24 }, (_, index) => start2026 + (index - 22) * hour),
    )
    assert.deepEqual(hours.slice(-2), [
      { at: start2026, signIns: 1, joins: 1 },
      { at: start2026 + hour, signIns: 1, joins: 0 },
    ])
    assert.deepEqual(refusals, [
      { reason: 'credentials_invalid', count: 4 },
      { reason: 'never_joined', count: 1 },
    ])

    const again = await startService(database.url)
    running.add(again)
    again.advance(hour)
    assert.deepEqual(await overview(again.context), { hours, refusals, state })
    const told = await (await adminClient(again)).send('GET', '/overview')
    assert.deepEqual(
      [told.json.refusals, told.json.hours.at(-1)],
      [refusals, { at: '2026-11-21T13:00:00.000Z', signIns: 1, joins: 0 }],
    )
    again.advance(23 * hour)
    assert.deepEqual((await overview(again.context)).hours[0], { at: start2026 + hour, signIns: 1, joins: 0 })
    again.advance(hour)
    assert.deepEqual((await overview(again.context)).refusals, [])

    const rows = async () => {
      const found = await again.context.db.query.selectFrom('hour_count').selectAll().execute()
      // These are kept for the hours of the week.
      return found.filter(({ step, outcome }) => step !== 'hasJoined' || outcome !== 'ok').length
    }
    assert.ok((await rows()) > 0)
    again.advance(24 * hour)
    await sweep(again.context)
    assert.equal(await rows(), 0)
  })

  test('counts that the database rejected are added to the next ones', async (t) => {
    const database = await migrated[kind]()
    const service = await startService(database.url)
    t.after(async () => {
      await service.close()
      await database.drop()
    })
    const { db, hourCounts } = service.context
    const signIns = async () => (await overview(service.context)).hours.at(-1)?.signIns
    await db.query.schema.alterTable('hour_count').renameTo('elsewhere').execute()
    hourCounts.count('authenticate', 'ok')
    await hourCounts.flush()
    await db.query.schema.alterTable('elsewhere').renameTo('hour_count').execute()
    await addToHours(db, [{ at: start2026, step: 'authenticate', outcome: 'ok', count: 5 }])
    hourCounts.count('authenticate', 'ok')
    await hourCounts.flush()
    assert.equal(await signIns(), 7)
  })
})
