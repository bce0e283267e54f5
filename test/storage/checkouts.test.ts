// The databases of checkouts from before 0.2.0: the last ones come along, and earlier ones are refused with what to do.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseOfOldCheckout } from '../../src/model/errors/database-of-old-checkout.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate, migrationState } from '../../src/storage/schema/migrate.ts'
import { databases, type Kind, kinds } from '../databases.ts'
import { dump, load, sampleOf } from './schema-dump.ts'

/** The migrations that came after the first release. */
const later = readdirSync(new URL('../../src/storage/schema/migrations', import.meta.url))
  .map((file) => file.replace('.ts', ''))
  .filter((name) => name > '0014')
  .sort()

async function checkout(t: TestContext, kind: Kind, change = '') {
  const { url, drop } = await databases[kind]()
  await load(url, sampleOf('0.1.0-checkout', kind))
  if (change !== '') await load(url, change)
  const db = await openDatabase(url)
  t.after(async () => {
    await db.close()
    await drop()
  })
  return db
}

for (const kind of kinds()) {
  describe(`the database of a checkout from before 0.2.0 (${kind})`, () => {
    test('comes along, with a value in each column that was null for older rows', async (t) => {
      const db = await checkout(t, kind)
      const { pending } = await migrationState(db)
      assert.deepEqual(pending, ['from-a-checkout', ...later])
      assert.deepEqual(await migrate(db), pending)
      assert.deepEqual(await migrate(db), [])
      const one = async (text: string) => (await sql.raw(text).execute(db.query)).rows[0]
      assert.deepEqual(await one('select worn_by, worn_at from texture'), { worn_by: '', worn_at: 0 })
      assert.deepEqual(await one("select first_used_at, last_used_at from credential where digest = '0-2'"), {
        first_used_at: 2,
        last_used_at: 2,
      })
      assert.deepEqual(await one('select maker_kind, maker_id from api_token'), {
        maker_kind: 'system',
        maker_id: null,
      })
      assert.deepEqual(await one('select browser from registration'), { browser: '' })
      assert.deepEqual(await one('select counter, backup_eligible from passkey'), {
        counter: 3,
        backup_eligible: 0,
      })
      assert.deepEqual(await one('select failures from webhook'), { failures: 0 })
      assert.deepEqual(await one('select tells_groups, tells_source from game_server'), {
        tells_groups: 1,
        tells_source: 1,
      })
      assert.deepEqual(await one('select is_private, forwards_address, lookups, chat_keys from neighbour'), {
        is_private: 0,
        forwards_address: 0,
        lookups: 1,
        chat_keys: 1,
      })
      assert.equal(
        await one('select id from account where totp_secret is not null and totp_since is null'),
        undefined,
      )
    })

    for (const [why, change, newest] of [
      [
        'lacks the last migration',
        "delete from kysely_migration where name = '0062-hidden-capes'",
        '0061-passkeys-kept-elsewhere',
      ],
      ['was migrated but never served', 'update invite set digest = null', '0062-hidden-capes'],
      ['has an invite that is not encrypted', "update invite set code = 'c0de'", '0062-hidden-capes'],
    ] as const) {
      test(`one that ${why} is refused with what to do, and left as it is`, async (t) => {
        const db = await checkout(t, kind, change)
        const before = await dump(db)
        await assert.rejects(migrate(db), (error) => {
          assert.ok(error instanceof DatabaseOfOldCheckout)
          assert.match(
            error.message,
            new RegExp(`newest migration is ${newest}.*start commit fd0b4f6e on it once`),
          )
          return true
        })
        assert.equal(await dump(db), before)
      })
    }
  })
}
