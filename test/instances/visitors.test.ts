// Visitors and accounts that want the same name or the same UUID at the same moment: exactly one of them gets it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { findVisitor, purgeVisitors, suspendVisitor } from '../../src/domain/neighbours/visitors.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import type { Database } from '../../src/storage/engine/database.ts'
import { kinds } from '../databases.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { operator } from '../service.ts'
import { until } from '../until.ts'
import { startOn } from './instances.ts'

const settings = { NORN_NEIGHBOURS: 'on', NORN_REGISTRATIONS_PER_ADDRESS: '1000' }
const rounds = 8

/** Returns true if a transaction waits for the lock by which accounts and visitors see each other. */
const isWaiting = async ({ query }: Database): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(
    query,
  )
  return rows.length > 0
}

for (const kind of kinds()) {
  test(`contested visitors (${kind})`, async (t) => {
    const services = await startOn(t, kind, settings)
    const [first] = services
    const { context } = first
    const { ask, mocks } = await neighbourhood(t, first, {
      one: { limit: 10_000 },
      two: { limit: 10_000 },
    })
    const [one, two] = [mocks.one?.players, mocks.two?.players]
    assert.ok(one && two)
    const instance = (at: number) => services[at % services.length] ?? first
    const create = async (at: number, username: string, id?: string) => {
      const email = `${username.toLowerCase()}-${at}@example.test`
      const account = { username, email, password: 'a sentence to remember', language: 'en' as const }
      try {
        return (await createAccount(instance(at).context, operator, { ...account, ...(id && { id }) })).id
      } catch (error) {
        assert.ok(error instanceof Refused, String(error))
        assert.match(error.reason, /^(username_taken|username_held|id_taken)$/)
        return undefined
      }
    }
    const claimOf = async (name: string) => {
      const rows = await context.db.query
        .selectFrom('name_claim')
        .selectAll()
        .where('name_key', '=', name.toLowerCase())
        .execute()
      return rows.map(({ kind: what, account_id, visitor_id }) => [what, account_id ?? visitor_id])
    }

    await t.test('a registration races the first join of a visitor', async () => {
      for (let round = 0; round < rounds; round++) {
        const name = `Wanted_${round}`
        one.set(name, { id: uuid(100 + round) })
        const [account, ...answers] = await Promise.all([
          create(round, name.toUpperCase()),
          ask(name, { service: instance(round + 1) }),
          ask(name, { service: instance(round + 2) }),
        ])
        const admitted = answers.filter(({ status }) => status === 200)
        assert.ok(answers.every(({ status }) => status === 200 || status === 401))
        const claim = await claimOf(name)
        if (account !== undefined) assert.deepEqual([claim, admitted.length], [[['account', account]], 0])
        else assert.deepEqual([claim, admitted.length], [[['visitor', uuid(100 + round)]], 2])
        const later = await ask(name)
        assert.equal(later.status, account === undefined ? 200 : 401)
      }
    })

    await t.test('two neighbours, and two players of one neighbour, race for a name', async () => {
      one.clear()
      for (let round = 0; round < rounds; round++) {
        const name = `Shared_${round}`
        let turn = 0
        // Each question gets another player, once from this neighbour and once from that one.
        for (const id of ['one', 'two']) {
          mocks[id]?.players.set(name, { id: uuid(999) })
          mocks[id]?.behave((response, profile) => {
            const mine = turn++
            const says = mine % 2 === (id === 'one' ? 0 : 1)
            if (!says) return response.writeHead(204).end()
            return response.end(
              JSON.stringify({ ...profile, id: uuid(1000 + round * 10 + mine), properties: [] }),
            )
          })
        }
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, at) => ask(name, { service: instance(at) })),
        )
        const ids = new Set(answers.flatMap(({ status, json }) => (status === 200 ? [json.id] : [])))
        assert.ok(ids.size <= 1, [...ids].join())
        const [claim] = await claimOf(name)
        assert.deepEqual([...ids], claim ? [claim[1]] : [])
      }
      mocks.one?.behave('good')
      mocks.two?.behave('good')
      one.clear()
      two.clear()
    })

    await t.test('a purge races first joins: no name is left to nobody', async () => {
      for (let round = 0; round < rounds; round++) {
        const names = Array.from({ length: 12 }, (_, at) => `Gone_${round}_${at}`)
        for (const [at, name] of names.entries()) one.set(name, { id: uuid(20_000 + round * 100 + at) })
        let isJoining = true
        const joins = Promise.all(names.map((name, at) => ask(name, { service: instance(at) })))
        const joined = joins.finally(() => (isJoining = false))
        const purges = Array.from({ length: 2 }, async (_, at) => {
          while (isJoining) await purgeVisitors(instance(at).context, operator, 'one')
        })
        const statuses = (await joined).map(({ status }) => status)
        await Promise.all(purges)
        assert.ok(statuses.every((status) => status === 200))
        const lost = await context.db.query
          .selectFrom('name_claim')
          .leftJoin('visitor', 'visitor.uuid', 'name_claim.visitor_id')
          .select('name_claim.name_key')
          .where('name_claim.kind', '=', 'visitor')
          .where('visitor.uuid', 'is', null)
          .execute()
        assert.deepEqual(lost, [])
        for (const name of names) assert.equal((await ask(name)).status, 200)
      }
      one.clear()
    })

    await t.test('an account is created with the UUID that a visitor brings', async () => {
      for (let round = 0; round < rounds; round++) {
        const id = uuid(5000 + round)
        one.set(`Guest_${round}`, { id })
        const [account, answer] = await Promise.all([
          create(round, `Other_${round}`, id),
          ask(`Guest_${round}`, { service: instance(round + 1) }),
        ])
        const visitors = await context.db.query
          .selectFrom('visitor')
          .select('uuid')
          .where('uuid', '=', id)
          .execute()
        const accounts = await context.db.query
          .selectFrom('account')
          .select('id')
          .where('id', '=', id)
          .execute()
        assert.equal(visitors.length + accounts.length, 1)
        assert.deepEqual(
          [account === undefined, answer.status],
          visitors.length > 0 ? [true, 200] : [false, 401],
        )
      }
    })

    // On SQLite, one transaction ends before another begins.
    if (kind === 'postgres')
      await t.test('a visitor comes with the UUID of an account while that is created', async () => {
        const [id, template] = [uuid(5500), uuid(5501)]
        await create(0, 'Template', template)
        const row = await context.db.query
          .selectFrom('account')
          .selectAll()
          .where('id', '=', template)
          .executeTakeFirstOrThrow()
        one.set('Guest_now', { id })
        let asked: ReturnType<typeof ask> | undefined
        let hasAnswer = false
        await context.db.transaction(async (tx) => {
          const names = { username: 'Created', username_folded: 'created', email: null, email_folded: null }
          await tx.query
            .insertInto('account')
            .values({ ...row, ...names, id })
            .execute()
          asked = ask('Guest_now', { service: instance(1) }).finally(() => (hasAnswer = true))
          const other = instance(2).context.db
          await until('the visitor waits, or is let in', async () => hasAnswer || (await isWaiting(other)))
        })
        assert.equal((await asked)?.status, 401)
        assert.deepEqual(await claimOf('Guest_now'), [])
      })

    await t.test('a UUID comes under two names, from two neighbours', async () => {
      for (let round = 0; round < rounds; round++) {
        const id = uuid(7000 + round)
        one.set(`Mine_${round}`, { id })
        two.set(`Yours_${round}`, { id })
        const answers = await Promise.all([
          ask(`Mine_${round}`, { service: instance(round) }),
          ask(`Yours_${round}`, { service: instance(round + 1) }),
        ])
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
      }
    })

    await t.test('a suspension on one instance holds for the next join on every other', async () => {
      one.set('Griefer', { id: uuid(9000) })
      assert.equal((await ask('Griefer')).status, 200)
      await suspendVisitor(context, operator, await findVisitor(context, uuid(9000)), {})
      for (const service of services) assert.equal((await ask('Griefer', { service })).status, 401)
    })
  })
}
