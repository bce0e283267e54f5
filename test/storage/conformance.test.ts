// What every database must do, whichever is configured.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { DatabaseFromTheFuture } from '../../src/model/errors/database-from-the-future.ts'
import { DatabaseUnavailable } from '../../src/model/errors/database-unavailable.ts'
import {
  type Database,
  type Queries,
  reads,
  type Transaction,
  UniqueViolation,
  writes,
  writesBoth,
} from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { migrate, migrationState } from '../../src/storage/schema/migrate.ts'
import type { AccountRow } from '../../src/storage/schema/rows/accounts.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'
import { databases, type FreshDatabase } from '../databases.ts'

const run = promisify(execFile)

const migrations = readdirSync(new URL('../../src/storage/schema/migrations', import.meta.url))
  .map((file) => file.replace('.ts', ''))
  .sort()

for (const [name, fresh] of Object.entries(databases)) {
  describe(`storage on ${name}`, () => {
    test('migrates from empty, and a second time without effect', async (t) => {
      const db = await opened(await made(t, fresh))
      assert.deepEqual(await migrationState(db), { applied: [], pending: migrations, unknown: [] })
      const steps: string[] = []
      assert.deepEqual(await migrate(db, (step) => steps.push(step)), migrations)
      assert.deepEqual(steps, migrations)
      assert.deepEqual(await migrate(db), [])
      const { applied, pending } = await migrationState(db)
      assert.deepEqual(pending, [])
      assert.equal(applied[0]?.name, migrations[0])
    })

    test('a follow-up statement is executed if the first one returned a row: both or neither', async (t) => {
      const db = await opened(await made(t, fresh))
      await migrate(db)
      const take = writesBoth<{ key: string }>(
        'test_take_and_follow',
        `insert into guess (key, full_at) values (cast($1 as text), 1) on conflict (key) do nothing returning key`,
        `insert into guess (key, full_at) select cast($2 as text), cast($3 as bigint) where cast($3 as bigint) > 0`,
      )
      const keys = async () =>
        (await db.query.selectFrom('guess').select('key').orderBy('key').execute()).map(({ key }) => key)
      assert.deepEqual(await db.run(take, ['a', 'b', 2]), [{ key: 'a' }])
      assert.deepEqual(await keys(), ['a', 'b'])
      assert.deepEqual(await db.run(take, ['a', 'c', 2]), [])
      assert.deepEqual(await db.run(take, ['d', 'c', 0]), [{ key: 'd' }])
      assert.deepEqual(await keys(), ['a', 'b', 'd'])
      // Together with another write, which remains.
      const beside = db.run(take, ['e', 'f', 3])
      await assert.rejects(db.run(take, ['g', 'a', 4]), UniqueViolation)
      await beside
      assert.deepEqual(await keys(), ['a', 'b', 'd', 'e', 'f'])
      await db.transaction(async (tx) => {
        assert.deepEqual(await tx.run(take, ['h', 'i', 5]), [{ key: 'h' }])
        assert.deepEqual(await tx.run(take, ['h', 'j', 5]), [])
      })
      await assert.rejects(
        db.transaction((tx) => tx.run(take, ['k', 'a', 6])),
        UniqueViolation,
      )
      assert.deepEqual(await keys(), ['a', 'b', 'd', 'e', 'f', 'h', 'i'])
    })

    test('is not touched after a newer program has used it', async (t) => {
      const db = await opened(await made(t, fresh))
      await sql`create table kysely_migration (name varchar(255), timestamp varchar(255))`.execute(db.query)
      await sql`insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00Z')`.execute(db.query)
      await assert.rejects(migrate(db), (error) => {
        assert.ok(error instanceof DatabaseFromTheFuture)
        assert.deepEqual(error.unknown, ['9999-future'])
        return true
      })
      const tables = await db.query.introspection.getTables({ withInternalKyselyTables: true })
      assert.deepEqual(
        tables.map((table) => table.name),
        ['kysely_migration'],
      )
    })

    test('is migrated once by three processes that start simultaneously', async (t) => {
      const { url } = await made(t, fresh)
      const program = `
        const { openDatabase } = await import(${at('../../src/storage/engine/open.ts')})
        const { migrate } = await import(${at('../../src/storage/schema/migrate.ts')})
        const db = await openDatabase(${JSON.stringify(url)})
        process.stdout.write((await migrate(db)).join())
        await db.close()`
      const processes = await Promise.all([1, 2, 3].map(() => run(process.execPath, ['-e', program])))
      assert.deepEqual(processes.map(({ stdout }) => stdout).sort(), ['', '', migrations.join()])
    })

    test('undoes a migration that fails halfway', async (t) => {
      const db = await opened(await made(t, fresh))
      await sql`create table signing_key (x text)`.execute(db.query)
      await assert.rejects(migrate(db), /already exists/)
      assert.deepEqual((await migrationState(db)).pending, migrations)
      await sql`drop table signing_key`.execute(db.query)
      assert.deepEqual(await migrate(db), migrations)
    })

    test('creates, reads, updates and deletes', async (t) => {
      const db = await migrated(t, fresh)
      const row = account('1')
      await db.query.insertInto('account').values(row).execute()
      const stored = await db.query
        .selectFrom('account')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirst()
      assert.deepEqual(stored, row)
      const changed = await db.query
        .updateTable('account')
        .set({ language: 'cs', suspended_at: 5 })
        .where('id', '=', row.id)
        .executeTakeFirst()
      assert.equal(changed.numUpdatedRows, 1n)
      const [hot] = await db.run(accountById, [row.id])
      assert.deepEqual(hot, { ...row, language: 'cs', suspended_at: 5 })
      const deleted = await db.query.deleteFrom('account').where('id', '=', row.id).executeTakeFirst()
      assert.equal(deleted.numDeletedRows, 1n)
      assert.deepEqual(await db.run(accountById, [row.id]), [])
    })

    test('reads a write back as soon as it is answered', async (t) => {
      const db = await migrated(t, fresh)
      for (let i = 0; i < 200; i++) {
        await db.run(putGuess, ['key', i])
        assert.deepEqual(await db.run(guessesByKeys, [['key']]), [{ key: 'key', full_at: i }])
      }
    })

    test('returns 64-bit integers, counts and sums as numbers', async (t) => {
      const db = await migrated(t, fresh)
      await db.run(putGuess, ['a', Number.MAX_SAFE_INTEGER])
      await db.run(putGuess, ['b', -1])
      const totals = reads(
        'guess_totals',
        'select count(*) as n, sum(full_at) as total, max(full_at) as most from guess',
      )
      assert.deepEqual(await db.run<unknown>(totals, []), [
        { n: 2, total: Number.MAX_SAFE_INTEGER - 1, most: Number.MAX_SAFE_INTEGER },
      ])
      const { n } = await db.query
        .selectFrom('guess')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      assert.equal(n, 2)
    })

    test('distinguishes NULL from the empty string', async (t) => {
      const db = await migrated(t, fresh)
      await insert(db, account('1', { totp_secret: null, suspension_reason: '' }))
      const nulls = reads<{ id: string }>(
        'nulls',
        `select id from account where totp_secret is null and suspension_reason = $1 and cast($2 as text) is null`,
      )
      assert.deepEqual(await db.run(nulls, ['', null]), [{ id: account('1').id }])
    })

    test('preserves every character', async (t) => {
      const db = await migrated(t, fresh)
      const text = `'";--\\ $1 ?1 {a,"b"} [] é ß 漢字 😀 \u202e\n\t%_`
      await db.run(putGuess, [text, 1])
      assert.deepEqual(await db.run(guessesByKeys, [[text]]), [{ key: text, full_at: 1 }])
    })

    test('continues after another process has changed the schema', async (t) => {
      const database = await made(t, fresh)
      const db = await opened(database)
      await migrate(db)
      await db.run(putGuess, ['a', 1])
      const everything = reads<object>('everything', 'select * from guess where key = $1')
      const ask = () => Promise.all(Array.from({ length: 20 }, () => db.run(everything, ['a'])))
      await ask()
      const other = await opened(database)
      await sql`alter table guess add column reason text`.execute(other.query)
      for (const rows of await ask()) assert.deepEqual(rows, [{ key: 'a', full_at: 1, reason: null }])
      await sql`alter table guess drop column reason`.execute(other.query)
      for (const rows of await ask()) assert.deepEqual(rows, [{ key: 'a', full_at: 1 }])
    })

    test('accepts a parameter that occurs twice, and parameters out of order', async (t) => {
      const db = await migrated(t, fresh)
      await insert(db, account('1'))
      const statement = reads<{ a: string; b: string }>(
        'twice',
        `select cast($2 as text) as a, cast($1 as text) as b from account
         where username_folded = $1 or email_folded = $1 or language = $2`,
      )
      assert.deepEqual(await db.run(statement, ['steve1', 'en']), [{ a: 'en', b: 'steve1' }])
    })

    test('matches a column against a list of any length', async (t) => {
      const db = await migrated(t, fresh)
      const keys = Array.from({ length: 2000 }, (_, i) => `key ${i}, "quoted" \\ {}`)
      await db.query
        .insertInto('guess')
        .values(keys.map((key, i) => ({ key, full_at: i })))
        .execute()
      for (const length of [0, 1, 2, 2000]) {
        const found = await db.run(guessesByKeys, [[...keys.slice(0, length), 'nobody', 'nobody']])
        assert.equal(found.length, length)
        const joined = await db.run(guessesOfEach, [[...keys.slice(0, length), 'nobody', 'nobody']])
        assert.equal(joined.length, length)
      }
    })

    test('says which key is taken', async (t) => {
      const db = await migrated(t, fresh)
      await insert(db, account('1'))
      const taken = async (row: Partial<AccountRow>) => {
        await assert.rejects(insert(db, account('2', row)), (error) => {
          assert.ok(error instanceof UniqueViolation)
          assert.equal(error.key, `account.${Object.keys(row).join()}`)
          return true
        })
      }
      await taken({ id: account('1').id })
      await taken({ username_folded: 'steve1' })
      await taken({ email_folded: 'steve1@example.com' })
      const step = writes('use_step', 'insert into used_totp_step (account_id, step) values ($1, $2)')
      await db.run(step, [account('1').id, 1])
      await assert.rejects(db.run(step, [account('1').id, 1]), {
        key: 'used_totp_step.account_id, used_totp_step.step',
      })
    })

    test('lets one of many take a key, and does not affect rows that are written with it', async (t) => {
      const db = await migrated(t, fresh)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, i) =>
          i % 2 ? db.run(insertGuess, ['contended', i]) : db.run(insertGuess, [`innocent ${i}`, i]),
        ),
      )
      const failed = outcomes.filter(({ status }) => status === 'rejected')
      assert.equal(failed.length, 49)
      assert.ok(failed.every((it) => it.status === 'rejected' && it.reason instanceof UniqueViolation))
      assert.equal(await countGuesses(db), 51)
    })

    test('rolls a statement back as a whole', async (t) => {
      const db = await migrated(t, fresh)
      await db.run(putGuess, ['x2', 1])
      const copy = writes(
        'copy',
        `insert into guess (key, full_at) select cast($1 as text) || i, 1
        from (select 1 as i union all select 2 union all select 3) as numbers`,
      )
      const outcomes = await Promise.allSettled([
        db.run(putGuess, ['y', 1]),
        db.run(copy, ['x']),
        db.run(putGuess, ['z', 1]),
      ])
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      const rows = await db.query.selectFrom('guess').select('key').orderBy('key').execute()
      assert.deepEqual(
        rows.map(({ key }) => key),
        ['x2', 'y', 'z'],
      )
    })

    test('a rolled back transaction does not take a concurrent write with it', async (t) => {
      const db = await migrated(t, fresh)
      const [begun, mayFail] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const failing = db.transaction(async (tx) => {
        await tx.query.insertInto('guess').values({ key: 'failing', full_at: 1 }).execute()
        begun.resolve()
        await mayFail.promise
        throw new Error('changed my mind')
      })
      await begun.promise
      const written = db.run(putGuess, ['neighbour', 1])
      // On SQLite, the write is in line behind the transaction.
      if (db.dialect === 'postgres') await written
      mayFail.resolve()
      await assert.rejects(failing, /changed my mind/)
      await written
      assert.deepEqual(await db.query.selectFrom('guess').select('key').execute(), [{ key: 'neighbour' }])
    })

    test('nobody sees a transaction before it is committed, except itself', async (t) => {
      const db = await migrated(t, fresh)
      const end = await heldOpen(db, async (tx) => {
        await tx.query.insertInto('guess').values({ key: 'a', full_at: 1 }).execute()
        assert.equal(await countGuesses(tx), 1)
      })
      assert.equal(await countGuesses(db), 0)
      await end()
      assert.equal(await countGuesses(db), 1)
    })

    test('hot statements and others in a transaction see each other, and are committed together', async (t) => {
      const db = await migrated(t, fresh)
      for (const transactions of [db, db.unbounded]) {
        const returned = await transactions.transaction(async (tx) => {
          await tx.run(putGuess, ['hot', 1])
          await tx.query.insertInto('guess').values({ key: 'built', full_at: 2 }).execute()
          assert.equal(await countGuesses(tx), 2)
          return tx.run(guessesByKeys, [['built', 'hot', 'nobody']])
        })
        assert.deepEqual(
          returned.toSorted((a, b) => a.full_at - b.full_at),
          [
            { key: 'hot', full_at: 1 },
            { key: 'built', full_at: 2 },
          ],
        )
        assert.equal(await countGuesses(db), 2)
        await db.query.deleteFrom('guess').execute()
      }
    })

    test('hot statements and others in a transaction that fails are undone', async (t) => {
      const db = await migrated(t, fresh)
      await db.run(putGuess, ['before', 1])
      const failing = db.transaction(async (tx) => {
        await tx.run(putGuess, ['before', 2])
        await tx.run(putGuess, ['hot', 2])
        await tx.query.insertInto('guess').values({ key: 'built', full_at: 2 }).execute()
        throw new Error('changed my mind')
      })
      await assert.rejects(failing, /changed my mind/)
      assert.deepEqual(await db.query.selectFrom('guess').selectAll().execute(), [
        { key: 'before', full_at: 1 },
      ])
    })

    test('a hot statement that fails also fails the transaction, even if the failure was caught', async (t) => {
      const db = await migrated(t, fresh)
      await db.run(insertGuess, ['taken', 1])
      const failing = db.transaction(async (tx) => {
        await tx.run(insertGuess, ['mine', 1])
        await assert.rejects(tx.run(insertGuess, ['taken', 1]), UniqueViolation)
      })
      await assert.rejects(failing)
      assert.equal(await countGuesses(db), 1)
    })

    test('inside a transaction the database itself is refused immediately, and the transaction continues', async (t) => {
      const db = await migrated(t, fresh)
      const other = await migrated(t, fresh)
      const wrong: Record<string, () => Promise<unknown>> = {
        'a hot read': () => db.run(guessesByKeys, [['a']]),
        'a hot write': () => db.run(putGuess, ['wrong', 1]),
        'a query': () => countGuesses(db),
        'a built write': () => db.query.deleteFrom('guess').execute(),
        'text of SQL': () => sql`delete from guess`.execute(db.query),
        nesting: () => db.transaction((tx) => tx.run(putGuess, ['wrong', 1])),
        'an unbounded read': () => db.unbounded.run(guessesByKeys, [['a']]),
        'an unbounded query': () => db.unbounded.query.deleteFrom('guess').execute(),
        'patient nesting': () => db.unbounded.transaction((tx) => tx.run(putGuess, ['wrong', 1])),
      }
      for (const transactions of [db, db.unbounded]) {
        let later: Promise<unknown> | undefined
        const over = Promise.withResolvers<void>()
        await transactions.transaction(async (tx) => {
          for (const [what, ask] of Object.entries(wrong)) {
            await assert.rejects(
              ask(),
              /inside its own transaction; use the transaction that was passed in/,
              what,
            )
          }
          await tx.run(putGuess, ['right', 1])
          await other.run(putGuess, ['right', 1])
          // Started inside, asked when it is over.
          later = over.promise.then(() => countGuesses(db))
        })
        over.resolve()
        assert.equal(await later, 1)
        assert.equal(await countGuesses(other), 1)
      }
    })

    test('a finished transaction accepts no more statements', async (t) => {
      const db = await migrated(t, fresh)
      const tx = await db.transaction(async (current) => ({ current }))
      await assert.rejects(tx.current.run(putGuess, ['late', 1]))
      await assert.rejects(tx.current.query.deleteFrom('guess').execute())
      assert.equal(await countGuesses(db), 0)
    })

    test('no transaction blocks others for longer than the limit', async (t) => {
      const database = await made(t, fresh)
      await migrate(await opened(database))
      const db = await openedWithin(database, 1000)
      const end = await heldOpen(db, (tx) => tx.run(putGuess, ['contended', 1]))
      const outcomes = await Promise.allSettled([
        db.run(putGuess, ['contended', 2]),
        db.run(putGuess, ['other', 2]),
        db.transaction((tx) => tx.run(putGuess, ['another', 2])),
        db.run(guessesByKeys, [['contended']]),
      ])
      for (const outcome of outcomes)
        assert.ok(outcome.status === 'fulfilled' || outcome.reason instanceof DatabaseUnavailable)
      await assert.rejects(end(), DatabaseUnavailable, 'it has been idle for too long')
      await db.run(putGuess, ['contended', 3])
      assert.deepEqual(await db.run(guessesByKeys, [['contended']]), [{ key: 'contended', full_at: 3 }])
    })

    test('a taken key inside a transaction fails the transaction', async (t) => {
      const db = await migrated(t, fresh)
      await db.run(insertGuess, ['taken', 1])
      const failing = db.transaction(async (tx) => {
        await tx.query.insertInto('guess').values({ key: 'mine', full_at: 1 }).execute()
        await tx.query.insertInto('guess').values({ key: 'taken', full_at: 1 }).execute()
      })
      await assert.rejects(failing, UniqueViolation)
      assert.equal(await countGuesses(db), 1)
    })

    test('a transaction does not continue after a failed statement, even if the failure was caught', async (t) => {
      const db = await migrated(t, fresh)
      await db.run(insertGuess, ['taken', 1])
      const careless = (last: boolean) =>
        db.transaction(async (tx) => {
          await tx.query.insertInto('guess').values({ key: 'mine', full_at: 1 }).execute()
          await assert.rejects(
            tx.query.insertInto('guess').values({ key: 'taken', full_at: 1 }).execute(),
            UniqueViolation,
          )
          if (!last) await tx.query.insertInto('guess').values({ key: 'more', full_at: 1 }).execute()
        })
      await assert.rejects(careless(true))
      await assert.rejects(careless(false))
      assert.equal(await countGuesses(db), 1)
    })

    test('fifty simultaneous transactions all succeed, one after the other where necessary', async (t) => {
      const db = await migrated(t, fresh)
      await db.run(putGuess, ['counter', 0])
      await Promise.all(
        Array.from({ length: 50 }, () =>
          db.transaction(async (tx) => {
            const increased = await tx.query
              .updateTable('guess')
              .set((eb) => ({ full_at: eb('full_at', '+', 1) }))
              .where('key', '=', 'counter')
              .returning('full_at')
              .executeTakeFirstOrThrow()
            await tx.query
              .insertInto('guess')
              .values({ key: `seen ${increased.full_at}`, full_at: 0 })
              .execute()
          }),
        ),
      )
      assert.deepEqual(await db.run(guessesByKeys, [['counter']]), [{ key: 'counter', full_at: 50 }])
      assert.equal(await countGuesses(db), 51)
    })

    test('of twenty callers on two connections, exactly one takes a row', async (t) => {
      const database = await made(t, fresh)
      const one = await opened(database)
      await migrate(one)
      const other = await opened(database)
      await insert(one, account('1'))
      for (let round = 0; round < 10; round++) {
        await one.query
          .insertInto('pending_join')
          .values({
            account_id: account('1').id,
            server_id_digest: 'd',
            address: '',
            credentials_version: 0,
            expires_at: 9,
          })
          .execute()
        const taken = await Promise.all(
          Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).run(takeJoin, ['d', 8, 'steve1'])),
        )
        assert.deepEqual(taken.flat(), [{ id: account('1').id, username: 'Steve1', keys: null }])
      }
    })

    test('deleting an account deletes the rows that belong to it', async (t) => {
      const db = await migrated(t, fresh)
      const { id } = account('1')
      await insert(db, account('1'))
      await insert(db, account('2'))
      for (const account_id of [id, account('2').id]) {
        await db.query
          .insertInto('username_history')
          .values({ account_id, username: 'x', changed_at: 1 })
          .execute()
        await db.query.insertInto('used_totp_step').values({ account_id, step: 1 }).execute()
      }
      await db.query.deleteFrom('account').where('id', '=', id).execute()
      for (const table of ['username_history', 'used_totp_step'] as const) {
        assert.deepEqual(await db.query.selectFrom(table).select('account_id').execute(), [
          { account_id: account('2').id },
        ])
      }
      const orphan = db.query.insertInto('used_totp_step').values({ account_id: id, step: 2 }).execute()
      await assert.rejects(orphan, /foreign key/i)
    })

    test('accepts a thousand writes at once', async (t) => {
      const db = await migrated(t, fresh)
      await Promise.all(Array.from({ length: 1000 }, (_, i) => db.run(insertGuess, [`key ${i}`, i])))
      assert.equal(await countGuesses(db), 1000)
    })

    test('serves several processes at once', async (t) => {
      const database = await made(t, fresh)
      const db = await opened(database)
      await migrate(db)
      const program = (who: number) => `
        const { openDatabase } = await import(${at('../../src/storage/engine/open.ts')})
        const db = await openDatabase(${JSON.stringify(database.url)})
        for (let i = 0; i < 100; i++) {
          await db.query.insertInto('guess').values({ key: '${who} ' + i, full_at: i }).execute()
        }
        await db.close()`
      const others = { busy: true }
      const ended = Promise.all([1, 2].map((who) => run(process.execPath, ['-e', program(who)]))).finally(
        () => {
          others.busy = false
        },
      )
      let own = 0
      while (others.busy) await db.run(insertGuess, [`own ${own++}`, 1])
      await ended
      assert.equal(await countGuesses(db), 200 + own)
    })

    test('an error of ours keeps its message, and is neither of the two that callers handle', async (t) => {
      const db = await migrated(t, fresh)
      for (const statement of [
        reads('wrong', 'select nonsense from guess'),
        writes('wrong2', 'delete from nonsense'),
      ]) {
        await assert.rejects(db.run(statement, []), (error) => {
          assert.ok(error instanceof Error && /nonsense/.test(error.message))
          return !(error instanceof UniqueViolation) && !(error instanceof DatabaseUnavailable)
        })
      }
      assert.equal(await countGuesses(db), 0)
    })

    test('answers what was asked before closing, and nothing after', async (t) => {
      const database = await made(t, fresh)
      const db = await opened(database)
      await migrate(db)
      const last = db.run(putGuess, ['last', 1])
      await last
      await Promise.all([db.close(), db.close()])
      await assert.rejects(db.run(guessesByKeys, [['last']]), DatabaseUnavailable)
      await assert.rejects(db.run(putGuess, ['later', 1]), DatabaseUnavailable)
      await assert.rejects(db.query.selectFrom('guess').selectAll().execute(), DatabaseUnavailable)
      await assert.rejects(db.query.deleteFrom('guess').execute(), DatabaseUnavailable)
      await assert.rejects(
        db.transaction(async () => {}),
        DatabaseUnavailable,
      )
      const again = await opened(database)
      assert.equal(await countGuesses(again), 1)
    })
  })
}

test('an invalid database URL is refused without revealing its password', async () => {
  for (const url of [
    'mysql://root:secret@localhost/x',
    'sqlite:',
    'sqlite::memory:',
    'sqlite://secret/x',
    '',
    'secret',
  ]) {
    await assert.rejects(openDatabase(url), (error) => {
      assert.ok(error instanceof Error)
      assert.match(error.message, /sqlite:PATH or postgres:/)
      assert.doesNotMatch(error.message, /secret@|\/secret/)
      return true
    })
  }
})

test('a missing database is unavailable', async () => {
  const urls = [
    'postgres://x@127.0.0.1:1/x',
    'postgres://x@/x?host=/nowhere',
    'sqlite:/dev/null/x',
    'sqlite:/dev',
  ]
  for (const url of urls) await assert.rejects(openDatabase(url), DatabaseUnavailable)
})

const accountById = reads<AccountRow>('account_by_id', 'select * from account where id = $1')
const guessesByKeys = reads<{ key: string; full_at: number }>(
  'guesses_by_keys',
  'select key, full_at from guess where key = any_of($1)',
)
const guessesOfEach = reads<{ key: string }>(
  'guesses_of_each',
  'select guess.key from each_of($1) as asked cross join guess where guess.key = asked.value',
)
const insertGuess = writes('insert_guess', 'insert into guess (key, full_at) values ($1, $2)')
const putGuess = writes(
  'put_guess',
  'insert into guess (key, full_at) values ($1, $2) on conflict (key) do update set full_at = excluded.full_at',
)
const takeJoin = writes<{ id: string; username: string; keys: number | null }>(
  'take_join',
  `delete from pending_join
   where server_id_digest = $1 and expires_at > $2
     and account_id = (select account.id from account where username_folded = $3)
   returning account_id as id,
     (select username from account where account.id = pending_join.account_id) as username,
     (select max(created_at) from signing_key) as keys`,
)

function account(n: string, change: Partial<AccountRow> = {}): AccountRow {
  return {
    id: n.padStart(32, '0'),
    username: `Steve${n}`,
    username_folded: `steve${n}`,
    offline_uuid: null,
    offline_uuid_lower: null,
    email: `Steve${n}@example.com`,
    email_folded: `steve${n}@example.com`,
    password_hash: 'x',
    credentials_version: 0,
    secrets_version: 0,
    language: 'en',
    totp_secret: null,
    totp_since: null,
    skin_hash: null,
    skin_model: null,
    cape_hash: null,
    hidden_cape: null,
    suspended_at: null,
    suspended_until: null,
    suspension_reason: null,
    suspended_by: null,
    created_at: 1_700_000_000_000,
    deletes_at: null,
    roles: null,
    group_names: null,
    owner_id: null,
    primary_id: null,
    friends_list: null,
    friend_requests: null,
    uploads_suspended_at: null,
    uploads_suspended_reason: null,
    rules_version: null,
    rules_accepted_at: null,
    email_confirmed: null,
    ...change,
  }
}

async function insert(db: Database, row: AccountRow): Promise<void> {
  await db.query.insertInto('account').values(row).execute()
}

async function countGuesses(db: Queries): Promise<number> {
  const { length } = await db.query.selectFrom('guess').select('key').execute()
  return length
}

/** Begins a transaction, does the work in it, and keeps it open until the returned function is called. */
async function heldOpen(
  db: Database,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const ended = db.transaction(async (tx) => {
    await work(tx)
    begun.resolve()
    await over.promise
  })
  await Promise.race([begun.promise, ended])
  return () => {
    over.resolve()
    return ended
  }
}

interface Made {
  readonly url: string
  readonly open: Database[]
}

async function made(t: TestContext, fresh: () => Promise<FreshDatabase>): Promise<Made> {
  const database = await fresh()
  const open: Database[] = []
  t.after(async () => {
    await Promise.all(open.map((db) => db.close()))
    await database.drop()
  })
  return { url: database.url, open }
}

async function opened({ url, open }: Made): Promise<Database> {
  const db = await openDatabase(url)
  open.push(db)
  return db
}

/** Every wait is limited to this many milliseconds. */
async function openedWithin({ url, open }: Made, boundMs: number): Promise<Database> {
  const db = url.startsWith('sqlite:')
    ? await openSqlite(url.replace('sqlite:', ''), { timeoutMs: boundMs })
    : await openPostgres(url, { statementTimeoutMs: boundMs })
  open.push(db)
  return db
}

async function migrated(t: TestContext, fresh: () => Promise<FreshDatabase>): Promise<Database> {
  const db = await opened(await made(t, fresh))
  await migrate(db)
  return db
}

function at(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href)
}
