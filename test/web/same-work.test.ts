// Neither the answer nor its cost reveals whether an email is known: hashes, database traffic (PostgreSQL messages)
// and rows. Counts are the same on every machine; times are not.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { migrated } from '../databases.ts'
import { type RunningService, startService } from '../service.ts'
import { type Counted, startCounter } from '../storage/counter.ts'
import { browserOf } from './browser.ts'

const plenty = '1000000'
const tables = ['account', 'guess', 'mail', 'recovery', 'registration'] as const

type Counts = Record<string, number>

async function rowsOf({ context }: RunningService): Promise<Counts> {
  const counts: Counts = {}
  for (const table of tables)
    counts[table] = (await context.db.query.selectFrom(table).selectAll().execute()).length
  return counts
}

/** The cost of submitting the form of a page. */
async function workOf(
  t: TestContext,
  service: RunningService,
  counter: Counted,
  path: string,
  fields: Record<string, string>,
): Promise<Counts> {
  const { attempts, passwords } = service.context
  const browser = browserOf(service)
  const page = await browser.get(path)
  const before = await rowsOf(service)
  const [hash, verify] = [t.mock.method(passwords, 'hash'), t.mock.method(passwords, 'matchingSpelling')]
  await attempts.flush()
  counter.take()
  await browser.send(page, path, fields)
  await attempts.flush()
  // Statements and round trips, since the number of preparations depends on the connection.
  const { E: executed = 0, Q: simple = 0, S: roundTrips = 0 } = counter.take()
  const after = await rowsOf(service)
  const work: Counts = { hashes: hash.mock.callCount(), verifies: verify.mock.callCount() }
  for (const each of [hash, verify]) each.mock.restore()
  for (const table of tables) work[`${table} rows`] = (after[table] ?? 0) - (before[table] ?? 0)
  return { ...work, statements: executed + simple, roundTrips: roundTrips + simple }
}

test('a known email costs what an unknown one costs: to register, to recover, to sign in', async (t) => {
  const database = await migrated.postgres()
  const counter = await startCounter(t, database.url)
  const service = await startService(counter.url, {
    NORN_REGISTRATION: 'open',
    NORN_REGISTRATIONS_PER_ADDRESS: plenty,
    NORN_MAILS_PER_ADDRESS: plenty,
  })
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const password = 'a sentence to remember'
  let names = 0
  const register = (email: string) => ({ username: `Somebody_${++names}`, email, password })
  const forms = {
    '/register': register,
    '/recover': (email: string) => ({ email }),
    '/sign-in': (login: string) => ({ login, password: 'not this one' }),
  }
  const expected: Record<keyof typeof forms, Counts> = {
    '/register': { hashes: 1, verifies: 0, 'registration rows': 1, 'mail rows': 1 },
    '/recover': { hashes: 0, verifies: 0, 'recovery rows': 1, 'mail rows': 1 },
    '/sign-in': { hashes: 0, verifies: 1, 'mail rows': 0 },
  }
  for (const path of ['/register', '/recover', '/sign-in'] as const) {
    const work = (email: string) => workOf(t, service, counter, path, forms[path](email))
    // Costs that only the very first request has.
    await work(`first${path.length}@example.test`)
    const unknown = await work(`nobody${path.length}@example.test`)
    const known = await work((await service.account()).email)
    t.diagnostic(`${path}: ${JSON.stringify(unknown)}`)
    for (const [name, count] of Object.entries(expected[path])) assert.equal(unknown[name], count, name)
    assert.ok((unknown['statements'] ?? 0) > 1, path)
    assert.deepEqual(known, unknown, path)
  }
})
