// Which queries the limiter sends, and when; test/wire/lookup/bans.test.ts has what clients see.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { Refused } from '../../../src/model/errors/refusal.ts'
import { LookupLimiter } from '../../../src/state/limits/lookup-limiter.ts'
import type { Database } from '../../../src/storage/engine/database.ts'
import { openDatabase } from '../../../src/storage/engine/open.ts'
import { forgetLookupClient, putBan } from '../../../src/storage/limits/lookup-clients.ts'
import { migrate } from '../../../src/storage/schema/migrate.ts'
import { type FreshDatabase, kinds, migrated } from '../../databases.ts'

/** A budget of 1,000 requests that regains one per second, and is charged in tens. */
const config: ConstructorParameters<typeof LookupLimiter>[2] = {
  lookupBans: 'on',
  lookupBanRate: 1,
  lookupBanBurst: 1000,
  lookupBanDuration: 60_000,
}

for (const kind of kinds()) {
  describe(`lookup limiter (${kind})`, () => {
    let database: FreshDatabase
    let db: Database
    before(async () => {
      database = await migrated[kind]()
      db = await openDatabase(database.url)
      await migrate(db)
    })
    after(async () => {
      await db.close()
      await database.drop()
    })

    /** A limiter with a clock of its own, and the names of the statements that it has run. */
    function limiter(overrides: Partial<typeof config> = {}) {
      const state = { now: Date.UTC(2026, 10, 21, 12), statements: [] as string[], isDown: false }
      const run: Database['run'] = async (statement, values) => {
        state.statements.push(statement.name)
        if (state.isDown) throw new Error('down')
        return db.run(statement, values)
      }
      const watched: Database = Object.create(db, { run: { value: run } })
      const log = pino({ level: 'silent' })
      const part = new LookupLimiter(watched, () => state.now, { ...config, ...overrides }, log)
      const ran = (name: string) => state.statements.filter((each) => each === name).length
      return { state, ran, countRequest: async (address: string) => part.countRequest(address) }
    }

    const banned = (seconds: number) => (error: unknown) =>
      error instanceof Refused && error.reason === 'client_banned' && error.retryAfter === seconds

    test('a hundredth of the budget is charged at once, and the requests in between are counted in memory', async () => {
      const { countRequest, ran } = limiter()
      for (let count = 0; count < 9; count++) await countRequest('192.0.2.1')
      assert.equal(ran('charge_lookups'), 0)
      await countRequest('192.0.2.1')
      assert.equal(ran('charge_lookups'), 1)
      for (let count = 0; count < 10; count++) await countRequest('192.0.2.1')
      assert.equal(ran('charge_lookups'), 2)
    })

    test('each network has a count of its own, an IPv6 client by its /64', async () => {
      const { countRequest, ran } = limiter()
      for (let last = 1; last <= 30; last++) await countRequest(`198.51.100.${last}`)
      assert.equal(ran('charge_lookups'), 0)
      for (let last = 1; last <= 10; last++) await countRequest(`2001:db8::${last.toString(16)}`)
      assert.equal(ran('charge_lookups'), 1)
    })

    test('a spent budget is a ban for its duration, to the second', async () => {
      const { state, countRequest } = limiter()
      for (let count = 0; count < 1000; count++) await countRequest('192.0.2.3')
      for (let count = 0; count < 9; count++) await countRequest('192.0.2.3')
      await assert.rejects(countRequest('192.0.2.3'), banned(60))
      state.now += 59_001
      await assert.rejects(countRequest('192.0.2.3'), banned(1))
      state.now += 999
      await countRequest('192.0.2.3')
    })

    test('simultaneous requests read the list of bans once, and again after two seconds', async () => {
      const { state, countRequest, ran } = limiter()
      const together = () =>
        Promise.all(Array.from({ length: 50 }, (_, number) => countRequest(`203.0.113.${number}`)))
      await together()
      assert.equal(ran('bans_after'), 1)
      state.now += 1999
      await together()
      assert.equal(ran('bans_after'), 1)
      state.now += 1
      await together()
      assert.equal(ran('bans_after'), 2)
    })

    test('the list of bans is reread after the clock is set back', async () => {
      const { state, countRequest, ran } = limiter()
      await countRequest('192.0.2.4')
      state.now -= 3_600_000
      await countRequest('192.0.2.4')
      assert.equal(ran('bans_after'), 2)
    })

    test('after a failed read, the next request reads the list', async () => {
      const { state, countRequest, ran } = limiter()
      state.isDown = true
      await assert.rejects(countRequest('192.0.2.5'), /down/)
      state.isDown = false
      await countRequest('192.0.2.5')
      assert.equal(ran('bans_after'), 2)
    })

    test('a ban of a network covers exactly its clients, and the ban that ends last applies', async () => {
      const { state, countRequest } = limiter()
      const inSeconds = (seconds: number) => state.now + seconds * 1000
      for (const [network, seconds] of [
        ['198.51.0.0/16', 100],
        ['198.51.100.0/24', 50],
        ['198.51.100.7', 200],
        ['203.0.113.128/25', 100],
        ['2001:db8::/32', 100],
        ['2001:db8:a::/47', 50],
        ['64:ff9b:0:0::/64', 100],
      ] as const) {
        await putBan(db, network, state.now, inSeconds(seconds))
      }
      for (const [address, seconds] of [
        ['198.51.7.7', 100],
        ['198.51.100.8', 100],
        ['198.51.100.7', 200],
        ['203.0.113.255', 100],
        ['2001:db8:b:ffff:1:2:3:4', 100],
        ['2001:db8::', 100],
        ['64:ff9b::1', 100],
      ] as const) {
        await assert.rejects(countRequest(address), banned(seconds), address)
      }
      for (const address of [
        '198.50.255.255',
        '203.0.113.127',
        '2001:db9::',
        '2001:db7:ffff::',
        'c633:6400::1',
        '::1',
        'odd',
      ]) {
        await countRequest(address)
      }
      await forgetLookupClient(db, '198.51.0.0/16', state.now, inSeconds(1000))
      state.now += 2000
      await countRequest('198.51.7.7')
      await assert.rejects(countRequest('198.51.100.8'), banned(48))
    })

    test('a ban without an end is answered with "come back in a day", even if automatic bans are off', async () => {
      const { state } = limiter()
      await putBan(db, '192.0.2.6', state.now, null)
      for (const lookupBans of ['on', 'off'] as const) {
        await assert.rejects(limiter({ lookupBans }).countRequest('192.0.2.6'), banned(86_400))
      }
    })

    test('nothing is counted if lookup bans are off', async () => {
      const { countRequest, ran } = limiter({ lookupBans: 'off' })
      for (let count = 0; count < 1500; count++) await countRequest('192.0.2.7')
      assert.equal(ran('charge_lookups'), 0)
    })
  })
}
