// The table of names, with a program that does not know it and with several owners at once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccountRow } from '../../src/domain/accounts/account-row.ts'
import { type Database, UniqueViolation } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases, kinds } from '../databases.ts'

const id = (number: number) => number.toString(16).padStart(32, '0')

const row = (number: number, username: string) =>
  newAccountRow({
    id: id(number),
    username,
    email: undefined,
    passwordHash: '!',
    language: 'en',
    totpSecret: null,
    createdAt: 0,
  })

const claims = async (db: Database) =>
  (await db.query.selectFrom('name_claim').selectAll().orderBy('name_key').execute()).map(
    ({ name_key, kind, account_id, until }) => [name_key, kind, Number(account_id), until],
  )

for (const kind of kinds()) {
  describe(`names on ${kind}`, () => {
    test('accounts that another program writes claim their names, and it cannot write held ones', async (t) => {
      const database = await databases[kind]()
      const db = await openDatabase(database.url)
      t.after(async () => {
        await db.close()
        await database.drop()
      })
      await migrate(db)
      const insert = (...rows: ReturnType<typeof row>[]) =>
        db.query.insertInto('account').values(rows).execute()
      const rename = (number: number, name: string) =>
        db.query
          .updateTable('account')
          .set({ username: name, username_folded: name.toLowerCase() })
          .where('id', '=', id(number))
          .execute()
      await insert(row(1, 'Steve'), row(2, 'Alex'))
      assert.deepEqual(await claims(db), [
        ['alex', 'account', 2, null],
        ['steve', 'account', 1, null],
      ])
      await rename(1, 'STEVE')
      await rename(2, 'Zoe')
      await db.query
        .insertInto('name_claim')
        .values([
          { name_key: 'alex', kind: 'held', account_id: id(2), until: 1 },
          { name_key: 'gone', kind: 'held', account_id: id(9), until: 1 },
        ])
        .execute()
      const isTaken = (error: unknown) =>
        error instanceof UniqueViolation && error.key === 'name_claim.name_key'
      await assert.rejects(rename(1, 'Alex'), isTaken)
      await assert.rejects(insert(row(3, 'New'), row(4, 'Gone')), isTaken)
      await assert.rejects(insert(row(3, 'Zoe')), UniqueViolation)
      // Other columns may change freely, and the account for which a name is held may take it.
      await db.query.updateTable('account').set({ language: 'ru' }).execute()
      await rename(2, 'Alex')
      await insert(row(9, 'Gone'))
      await db.query.deleteFrom('account').where('id', '=', id(1)).execute()
      assert.deepEqual(await claims(db), [
        ['alex', 'account', 2, null],
        ['gone', 'account', 9, null],
      ])
      assert.deepEqual(await db.query.selectFrom('deleted_account').selectAll().execute(), [{ id: id(1) }])
    })
  })
}
