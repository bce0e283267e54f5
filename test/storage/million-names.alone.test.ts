// The names of a million accounts get their owners when an old database is migrated, in bounded time.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { UniqueViolation } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases, kinds } from '../databases.ts'
import { load } from './schema-dump.ts'

const accounts = 1_000_000

/** On two idle cores it takes 20 s with all other migrations; an owner looked up for each name would take hours. */
const mostSeconds = 240

const numbers = {
  sqlite: `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${accounts})
    select n, printf('%032d', n) as id from number`,
  postgres: `select n, lpad(n::text, 32, '0') as id from generate_series(1, ${accounts}) as n`,
}

/** The columns of the first release. Half of the names have capital letters. */
const fill = (kind: keyof typeof numbers): string => {
  const name = "case when n % 2 = 0 then 'Player_' else 'player_' end || n"
  return `insert into account
      (id, username, username_folded, email, email_folded, password_hash, language, created_at)
    select id, ${name}, lower(${name}), n || '@example.test', n || '@example.test', '!', 'en', 0
    from (${numbers[kind]}) as numbered`
}

for (const kind of kinds()) {
  test(`a million names have one owner each after a migration (${kind})`, async (t) => {
    const database = await databases[kind]()
    await load(database.url, readFileSync(new URL(`../schemas/0.1.0.${kind}.sql`, import.meta.url), 'utf8'))
    await load(database.url, `delete from account; ${fill(kind)};`)
    const db = await openDatabase(database.url)
    t.after(async () => {
      await db.close()
      await database.drop()
    })
    // Two accounts whose names differ in letter case alone have never been possible.
    const twice = sql`insert into account
      (id, username, username_folded, email, email_folded, password_hash, language, created_at)
      values ('f', 'PLAYER_1', 'player_1', 'f', 'f', '!', 'en', 0)`
    await assert.rejects(
      db.transaction((tx) => twice.execute(tx.query)),
      UniqueViolation,
    )

    const begun = performance.now()
    const steps: { name: string; at: number }[] = []
    await migrate(db, (name) => steps.push({ name, at: performance.now() }))
    const ended = performance.now()
    const tookMs = steps.map(({ name, at }, index) => ({ name, ms: (steps[index + 1]?.at ?? ended) - at }))
    const longest = tookMs.toSorted((a, b) => b.ms - a.ms).slice(0, 4)
    for (const { name, ms } of longest) t.diagnostic(`${name}: ${(ms / 1000).toFixed(1)} s`)
    t.diagnostic(`all migrations: ${((ended - begun) / 1000).toFixed(1)} s`)
    assert.ok(ended - begun < mostSeconds * 1000, `${(ended - begun) / 1000} s`)

    const counted = sql<{ names: number; strays: number }>`select
      (select count(*) from name_claim) as names,
      (select count(*) from name_claim left join account on account.id = name_claim.account_id
        and account.username_folded = name_claim.name_key
        where account.id is null or name_claim.kind <> 'account') as strays`
    const [row] = (await counted.execute(db.query)).rows
    assert.deepEqual([Number(row?.names), Number(row?.strays)], [accounts, 0])
  })
}
