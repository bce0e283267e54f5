// The figures of days and weeks: of all processes, each join and account once, and swept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addServer } from '../../src/domain/community/servers.ts'
import { busiestServers, joins, newAccounts } from '../../src/domain/figures/periods.ts'
import { joinsOfWeek } from '../../src/domain/figures/week.ts'
import { seal } from '../../src/jobs/seal.ts'
import { dayCountsMs, sweep } from '../../src/jobs/sweep.ts'
import { addToDays } from '../../src/storage/records/day-counts.ts'
import { addCharacter } from '../characters.ts'
import { migrated } from '../databases.ts'
import { onEveryDatabase, operator, start2026, startService } from '../service.ts'

const hour = 3_600_000
const day = 24 * hour
const today = start2026 - (start2026 % day)

onEveryDatabase('figures', (_start, _shared, kind) => {
  test('count joins by day and server, and new accounts, once each over all processes', async (t) => {
    const database = await migrated[kind]()
    const services = [await startService(database.url), await startService(database.url)] as const
    t.after(async () => {
      for (const service of services) await service.close()
      await database.drop()
    })
    const [first, second] = services
    const player = await first.account()
    await addCharacter(first, player, 'Anna')
    const { root } = await addServer(first.context, operator, { name: 'lobby', title: 'The lobby' })
    const lobby = new URL(root).pathname
    const accessToken = await first.signIn(player)
    const play = async (service: typeof first, below: string, method = 'GET') => {
      await service.post('/session/join', { accessToken, selectedProfile: player.id, serverId: 'x' })
      const path = `${below}/session/hasJoined?username=${player.username}&serverId=x`
      await service.logLine(await service.get(path, { method }))
    }

    await play(first, '')
    await play(first, lobby)
    await play(second, lobby)
    // A HEAD request only asks, and nobody has joined the second time.
    await play(second, lobby, 'HEAD')
    await second.get(`${lobby}/session/hasJoined?username=${player.username}&serverId=x`)
    await second.logLine(await second.get(`/session/hasJoined?username=${player.username}&serverId=x`))
    second.advance(day)
    await play(second, lobby)
    for (const { context } of services) {
      await context.dayCounts.flush()
      await context.hourCounts.flush()
      await context.gameServers.flush()
    }
    await Promise.all(services.map(({ context }) => seal(context)))
    await seal(first.context)

    const { context } = second
    const month = await joins(context, 'month')
    assert.deepEqual([month.total, month.before, month.parts.length], [5, 0, 30])
    assert.deepEqual(month.parts.slice(-2), [
      { at: today, count: 4 },
      { at: today + day, count: 1 },
    ])
    const ofLobby = await joins(context, 'month', 'lobby')
    assert.deepEqual([ofLobby.total, ofLobby.parts.at(-2)?.count], [4, 3])
    assert.deepEqual(await busiestServers(context), [{ name: 'lobby', title: 'The lobby', joins: 4 }])
    assert.deepEqual((await newAccounts(context, 'month')).parts.at(-2), { at: today, count: 1 })
    const week = await joinsOfWeek(context)
    assert.equal(
      week.reduce((all, count) => all + count, 0),
      6,
    )
    const weekday = (new Date(start2026).getUTCDay() + 6) % 7
    assert.equal(week[weekday * 24 + new Date(start2026).getUTCHours()], 5)

    await addToDays(context.db, [
      { figure: 'joins', server: '', at: today + day - 30 * day, count: 7 },
      { figure: 'joins', server: '', at: today + day - 60 * day, count: 9 },
      { figure: 'joins', server: '', at: today + day - dayCountsMs, count: 9 },
    ])
    // Days that are over are kept for some minutes, and not beyond the day.
    assert.equal((await joins(context, 'month')).before, 0)
    second.advance(300_000)
    assert.deepEqual([(await joins(context, 'month')).before, (await joins(context, 'month')).total], [7, 5])
    const year = await joins(context, 'year')
    assert.deepEqual([year.parts.length, year.total, year.before], [52, 21, 0])
    second.advance(day)
    await sweep(context)
    const rows = () => context.db.query.selectFrom('day_count').selectAll().execute()
    assert.deepEqual(
      (await rows()).filter(({ at }) => at < today - 100 * day),
      [],
    )
    assert.deepEqual(
      (await joinsOfWeek(context)).some((count) => count > 0),
      true,
    )
    second.advance(29 * day)
    await sweep(context)
    assert.deepEqual((await context.db.query.selectFrom('hour_count').selectAll().execute()).length, 0)
    assert.ok((await rows()).length > 0)
  })
})
