// A new NORN_SECRET rewrites every secret, also where a column has more of them than one page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAccountRow } from '../../src/domain/accounts/account-row.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { rewriteSecrets } from '../../src/storage/schema/encryption.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases, kinds } from '../databases.ts'

const players = 1203
const seals = 1101

const account = (number: number) =>
  newAccountRow({
    id: number.toString(16).padStart(32, '0'),
    username: `player${number}`,
    email: undefined,
    passwordHash: '!',
    language: 'en',
    totpSecret: number % 3 === 0 ? null : `totp ${number}`,
    createdAt: 0,
  })

const seal = (number: number) => ({
  number,
  at: 0,
  entries: 0,
  digest: '',
  dropped: 0,
  hash: '',
  mac: number % 4 === 0 ? null : `mac ${number}`,
})

for (const kind of kinds()) {
  test(`every secret is rewritten once, each with its own key (${kind})`, async (t) => {
    const database = await databases[kind]()
    const db = await openDatabase(database.url)
    t.after(async () => {
      await db.close()
      await database.drop()
    })
    await migrate(db)
    const accounts = Array.from({ length: players }, (_, index) => account(index + 1))
    const macs = Array.from({ length: seals }, (_, index) => seal(index + 1))
    const count = await db.unbounded.transaction(async (tx) => {
      for (let at = 0; at < players; at += 100)
        await tx.query
          .insertInto('account')
          .values(accounts.slice(at, at + 100))
          .execute()
      await tx.query.insertInto('audit_seal').values(macs).execute()
      await tx.query
        .insertInto('refused_visit')
        .values({ digest: 'a', at: 0, server: 'lobby', name: 'Loki', reason: 'name_owned' })
        .execute()
      return rewriteSecrets(tx, ({ table, column, key }, value) => `${table} ${column} ${key}: ${value}`)
    })
    assert.equal(count, accounts.filter(({ totp_secret }) => totp_secret !== null).length)
    assert.deepEqual(
      await db.query.selectFrom('account').select(['id', 'totp_secret']).orderBy('id').execute(),
      accounts.map(({ id, totp_secret }) => ({
        id,
        totp_secret: totp_secret && `account totp_secret ${id}: ${totp_secret}`,
      })),
    )
    assert.deepEqual(
      await db.query.selectFrom('audit_seal').select(['number', 'mac']).orderBy('number').execute(),
      macs.map(({ number, mac }) => ({ number, mac: mac && `audit_seal mac ${number}: ${mac}` })),
    )
    const refused = await db.query.selectFrom('refused_visit').select('name').execute()
    assert.deepEqual(refused, [{ name: 'refused_visit name a: Loki' }])
  })
}
