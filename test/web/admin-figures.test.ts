// The figures of a month and a year: pictures with their numbers, by server, within the bounds of a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { putAsked, serverByName } from '../../src/storage/community/servers.ts'
import { addToDays } from '../../src/storage/records/day-counts.ts'
import { addToHours } from '../../src/storage/records/hour-counts.ts'
import type { DayCountRow } from '../../src/storage/schema/rows/records.ts'
import { onEveryDatabase, operator, type RunningService, start2026 } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf } from './browser.ts'

const hour = 3_600_000
const day = 24 * hour
const today = start2026 - (start2026 % day)

async function moderatorOf(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'moderator')
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

/** A year of joins with a server, and two accounts a day. */
async function fill({ context: { db, ...context } }: RunningService): Promise<void> {
  await addServer({ ...context, db }, operator, { name: 'lobby', title: 'The <Lobby>' })
  const lobby = await serverByName(db, 'lobby')
  await putAsked(db, [lobby?.id ?? ''], context.clock())
  const days = Array.from({ length: 720 }, (_, before) => today - before * day)
  const rows = days.flatMap((at, before): DayCountRow[] => [
    { figure: 'joins', server: '', at, count: before < 30 ? 1000 + before : 500 },
    { figure: 'joins', server: 'lobby', at, count: 3 },
    { figure: 'accounts', server: '', at, count: 2 },
  ])
  for (let from = 0; from < rows.length; from += 700) await addToDays(db, rows.slice(from, from + 700))
  const hours = Array.from({ length: 672 }, (_, before) => start2026 - before * hour)
  await addToHours(
    db,
    hours.map((at) => ({
      at,
      step: 'hasJoined',
      outcome: 'ok',
      count: 1 + (new Date(at).getUTCHours() % 5),
    })),
  )
}

onEveryDatabase('/admin/figures', (start) => {
  test('draws each figure with its axis, its change and its numbers', async () => {
    const service = await start()
    const { account, browser } = await moderatorOf(service)
    const empty = await browser.get('/admin/figures')
    assert.deepEqual([empty.status, empty.heading], [200, 'Figures'])
    assert.match(empty.text, /<title>Joins, 30 days: 0\. Highest bar: 0\.<\/title>/)
    await fill(service)
    // Days and hours that are over are kept for some minutes.
    service.advance(300_000)

    const month = await browser.get('/admin/figures')
    assert.match(month.text, /role="img"><title>Joins, 30 days: 30,435\. Highest bar: 1,029\.<\/title>/)
    assert.match(month.text, /<b>30,435<\/b> <span class="up">\+15,435<\/span> <small>Before: 15,000</)
    // Nothing has changed, so there is no change.
    assert.match(month.text, /<dt>New accounts, 30 days<\/dt><dd><b>60<\/b> <small>Before: 60</)
    assert.match(month.text, /text-anchor="end">2,000<\/text>/)
    assert.match(month.text, /<th scope="row">Nov 21<\/th><td>1,000<\/td>/)
    assert.match(month.text, /<th scope="row">23:00<\/th>(<td>16<\/td>){7}/)
    assert.match(
      month.text,
      /<a href="\/admin\/figures\?server=lobby">The &lt;Lobby&gt;<\/a><\/span> <b>90<\/b>/,
    )
    const year = await browser.get('/admin/figures?period=year&server=lobby')
    assert.match(year.text, /<title>Joins: The &lt;Lobby&gt;, 52 weeks: 1,092\. Highest bar: 21\.<\/title>/)
    assert.match(year.text, /<title>New accounts, 52 weeks: 728\. Highest bar: 14\.<\/title>/)
    for (const page of [month, year]) {
      assert.ok(page.text.length < 40_000, `${page.text.length} bytes`)
      assert.doesNotMatch(page.text, /NaN|undefined|Infinity/)
    }
    const unknown = await browser.get('/admin/figures?period=x&server=%27%3Cb')
    assert.match(unknown.text, /<title>Joins, 30 days: 30,435\./)

    const api = await adminClient(service)
    const { json } = await api.send('GET', '/figures?server=lobby&period=year')
    assert.deepEqual(
      [json.joins, json.accounts],
      [
        { total: 1092, before: 1068 },
        { total: 728, before: 712 },
      ],
    )
    assert.deepEqual(json.parts.at(-1), {
      at: new Date(today - 6 * day).toISOString(),
      joins: 21,
      accounts: 14,
    })
    assert.deepEqual(json.servers, [{ name: 'lobby', title: 'The <Lobby>', joins: 90 }])
    assert.deepEqual([json.hoursOfWeek.length, json.hoursOfWeek[23], json.parts.length], [168, 16, 52])
    assert.deepEqual((await api.send('GET', '/figures')).json.joins, { total: 30_435, before: 15_000 })
    assert.equal((await api.send('GET', '/figures?server=no')).status, 404)
    assert.equal((await api.send('GET', '/figures?period=day')).status, 422)

    const overview = await browser.get('/admin')
    assert.match(overview.text, /<dt>Playing now<\/dt><dd><b>0<\/b>/)
    assert.match(overview.text, /<title>Joins, 30 days: 30,435\./)
    assert.match(
      overview.text,
      new RegExp(`<figcaption>Newest players</figcaption>.*>${account.username}</a>`, 's'),
    )
    const stranger = browserOf(service)
    await stranger.signIn(await service.account())
    assert.equal((await stranger.get('/admin/figures')).status, 403)
  })
})
