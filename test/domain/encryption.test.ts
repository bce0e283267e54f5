// Keys and TOTP secrets under NORN_SECRET: turned on, rotated, removed, wrong, damaged, with other instances
// running.

import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { removeSecret, rotateSecret } from '../../src/domain/operation/encryption.ts'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { Folder } from '../../src/lib/files/folder.ts'
import { SecretMismatch } from '../../src/model/errors/secret-mismatch.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { copyDatabase } from '../../src/storage/tools/copy.ts'
import { bytesOf, secretLines } from '../attacks/stolen-database.ts'
import { databases, type FreshDatabase, kinds } from '../databases.ts'
import { operator, type RunningService, startService } from '../service.ts'
import { dump } from '../storage/schema-dump.ts'
import { totpCode } from '../totp.ts'

const first = 'first-secret-qk3v8zr1x7w5n2m9b4c6'
const second = 'second-secret-p0o9i8u7y6t5r4e3w2q1'
const missing = /encrypted, and NORN_SECRET is not set; set it/
const wrong = /^NORN_SECRET is not the secret that the keys in the database are encrypted with/
const changed = /has been changed since this process started; restart it with the NORN_SECRET/

type Account = Awaited<ReturnType<RunningService['account']>>

interface Player extends Account {
  totp: string
}

/** A database, and services on it that all end with the test. */
async function installed(t: TestContext, fresh: () => Promise<FreshDatabase>) {
  const database = await fresh()
  const services: RunningService[] = []
  t.after(async () => {
    for (const service of services) await service.close()
    await database.drop()
  })
  const start = async (secret?: string): Promise<RunningService> => {
    const service = await startService(database.url, secret === undefined ? {} : { NORN_SECRET: secret })
    services.push(service)
    return service
  }
  return { database, start }
}

function importLine({ context }: RunningService, line: object) {
  const accounts = accountsOfLines(context, Readable.from([Buffer.from(JSON.stringify(line))]))
  return importAccounts(context, operator, accounts, { folder: new Folder('.') })
}

async function player(service: RunningService, name = 'Steve'): Promise<Player> {
  const account = await service.account({ username: name, email: `${name}@example.test` })
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
  return { ...account, totp: secret }
}

/** Uses the next code, since each works once. */
async function signIn(service: RunningService, { username, password, totp }: Player) {
  service.advance(30_000)
  return service.post('/auth/authenticate', {
    username,
    password: `${password}:${totpCode(totp, service.now())}`,
    clientToken: 'launcher',
  })
}

async function stored({ context: { db } }: RunningService): Promise<string[]> {
  const keys = await db.query.selectFrom('signing_key').select('private_key').execute()
  const accounts = await db.query.selectFrom('account').select('totp_secret').execute()
  return [
    ...keys.map(({ private_key }) => private_key),
    ...accounts.flatMap(({ totp_secret }) => totp_secret ?? []),
  ]
}

const areEncrypted = (values: readonly string[]) => values.every((value) => value.startsWith('enc:v1:'))

async function contentOf({ url }: FreshDatabase): Promise<string> {
  const db = await openDatabase(url)
  try {
    return await dump(db)
  } finally {
    await db.close()
  }
}

for (const kind of kinds()) {
  const fresh = databases[kind]
  describe(`secrets at rest (${kind})`, () => {
    test('turned on: everything is encrypted, and everything still works', async (t) => {
      const { database, start } = await installed(t, fresh)
      const clear = await start()
      const steve = await player(clear)
      const token = (await signIn(clear, steve)).json.accessToken
      const before = await stored(clear)
      assert.equal(before.length, 3)
      assert.ok(before.every((value) => !value.startsWith('enc:')))

      const encrypted = await start(first)
      const after = await stored(encrypted)
      assert.equal(after.length, 3)
      assert.ok(areEncrypted(after))
      assert.equal(new Set(after).size, 3)
      if (kind === 'sqlite') {
        // The service that began without encryption still has the file and its log open.
        const files = bytesOf(dirname(database.url.slice('sqlite:'.length)))
        for (const line of before.flatMap(secretLines))
          assert.deepEqual(
            files.filter(({ bytes }) => bytes.includes(line)).map(({ name }) => name),
            [],
          )
      }
      encrypted.advance(60_000)
      assert.equal((await encrypted.post('/auth/validate', { accessToken: token })).status, 200)
      const answer = await signIn(encrypted, steve)
      assert.equal(answer.status, 200, answer.text)

      const alex = await player(encrypted, 'Alex')
      assert.equal((await signIn(encrypted, alex)).status, 200)
      const line = { username: 'Zoe', email: 'z@example.test', password: 'x', totpSecret: alex.totp }
      for await (const batch of importLine(encrypted, line)) assert.deepEqual(batch.refused, [])
      const zoe = { ...alex, username: 'Zoe', password: 'x' }
      assert.equal((await signIn(encrypted, zoe)).status, 200)
      await rotateKey(encrypted.context, operator, 'tokens', { isStolen: false })
      assert.ok(areEncrypted(await stored(encrypted)))
      assert.equal((await stored(encrypted)).length, 6)
    })

    test('of several services that start simultaneously, one encrypts, and nothing is encrypted twice', async (t) => {
      const { start } = await installed(t, fresh)
      await start()
      const all = await Promise.all([start(first), start(first), start(first)])
      const kids = all.map(({ context }) => context.keys.current('tokens').kid)
      assert.equal(new Set(kids).size, 1)
      const rows = await all[0].context.db.query.selectFrom('encryption').selectAll().execute()
      assert.equal(rows.length, 1)
      assert.equal(rows[0]?.erased_at !== null, kind === 'sqlite')
    })

    test('of several services that start simultaneously on an empty database, those without the secret do no harm', async (t) => {
      const { start } = await installed(t, fresh)
      const outcomes = await Promise.allSettled([start(first), start(), start(first), start()])
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof SecretMismatch, `${index}`)
        if (index % 2 === 0) assert.equal(outcome.status, 'fulfilled')
      }
      const last = await start(first)
      assert.ok(areEncrypted(await stored(last)))
      assert.equal(last.context.keys.all().length, 2)
    })

    test('without the secret, or with another one: refused, and nothing changes', async (t) => {
      const { database, start } = await installed(t, fresh)
      await player(await start(first))
      const before = await contentOf(database)
      await assert.rejects(start(), { name: 'SecretMismatch', message: missing })
      await assert.rejects(start(second), { name: 'SecretMismatch', message: wrong })
      assert.equal(await contentOf(database), before)
    })

    test('encrypted while a service without a secret runs: it keeps working, except for codes, and writes no secret', async (t) => {
      const { start } = await installed(t, fresh)
      const old = await start()
      const steve = await player(old)
      const plain = await old.account()
      const accessToken = await old.signIn(plain)
      const encrypted = await start(first)
      const kept = await stored(encrypted)

      assert.equal((await old.post('/auth/validate', { accessToken })).status, 200)
      assert.equal((await old.post('/auth/refresh', { accessToken, clientToken: 'launcher' })).status, 200)
      await old.signIn(plain)
      const refused = await signIn(old, steve)
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
      const line = await old.logLine(refused)
      assert.match(line.cause, changed)
      assert.equal(line.reason, 'database_unavailable')

      const account = await old.stored(plain)
      await assert.rejects(enableSecondFactor(old.context, operator, account), { message: changed })
      await assert.rejects(rotateKey(old.context, operator, 'tokens', { isStolen: false }), {
        message: changed,
      })
      await assert.rejects(rotateKey(old.context, operator, 'tokens', { isStolen: true }), {
        message: changed,
      })
      const imported = { username: 'Zoe', email: 'z@example.test', password: 'x', totpSecret: steve.totp }
      await assert.rejects(importLine(old, imported).next(), { message: changed })
      assert.deepEqual(await stored(encrypted), kept)
      encrypted.advance(60_000)
      assert.equal((await signIn(encrypted, steve)).status, 200)
    })

    test('rotated: only the new secret decrypts, and a service that has it keeps working', async (t) => {
      const { start } = await installed(t, fresh)
      const old = await start(first)
      const steve = await player(old)
      const plain = await old.account()
      const before = await stored(old)
      const { values, isErased } = await rotateSecret(old.context, operator, old.context.secrets, second)
      assert.deepEqual([values, isErased], [3, kind === 'sqlite'])
      await assert.rejects(start(first), { name: 'SecretMismatch', message: wrong })
      const next = await start(second)
      const after = await stored(next)
      assert.ok(areEncrypted(after))
      assert.ok(!after.some((value) => before.includes(value)))
      assert.equal((await signIn(next, steve)).status, 200)

      // Rotating again from a process with the outdated secret is refused.
      await assert.rejects(rotateSecret(old.context, operator, old.context.secrets, first), {
        message: changed,
      })
      assert.deepEqual(await stored(next), after)

      const { kid } = await rotateKey(next.context, operator, 'tokens', { isStolen: false })
      const accessToken = await next.signIn(plain)
      assert.equal(JSON.parse(Buffer.from(accessToken.split('.')[0] ?? '', 'base64url').toString()).kid, kid)
      assert.equal((await old.post('/auth/validate', { accessToken })).status, 200)
      await old.signIn(plain)
      const unusable = old.log.filter((each) => each.includes('a signing key cannot be used'))
      assert.equal(unusable.length, 1)
      assert.match(unusable[0] ?? '', /restart it with the NORN_SECRET that is now in use/)
      assert.equal((await signIn(old, steve)).status, 503)

      // No key is left that the old process can sign with: it says so, and does not fall back to a revoked one.
      await rotateKey(next.context, operator, 'tokens', { isStolen: true })
      const asked = { username: plain.username, password: plain.password, clientToken: 'launcher' }
      const none = await old.post('/auth/authenticate', asked)
      assert.equal(none.status, 503)
      assert.equal((await next.post('/auth/authenticate', asked)).status, 200)
    })

    test('removed: stored in plain text again, and a start without a secret succeeds', async (t) => {
      const { start } = await installed(t, fresh)
      const encrypted = await start(first)
      const steve = await player(encrypted)
      assert.equal(await removeSecret(encrypted.context, operator, encrypted.context.secrets), 3)
      const clear = await start()
      const values = await stored(clear)
      assert.ok(values.includes(steve.totp))
      assert.equal(values.filter((value) => value.startsWith('-----BEGIN PRIVATE KEY')).length, 2)
      assert.equal((await signIn(clear, steve)).status, 200)
    })

    test('a value from another row and a damaged value are refused, and distinguished from a wrong secret', async (t) => {
      const { start } = await installed(t, fresh)
      const service = await start(first)
      const [steve, alex] = [await player(service), await player(service, 'Alex')]
      const { query } = service.context.db
      const own = await query
        .selectFrom('account')
        .select('totp_secret')
        .where('id', '=', steve.id)
        .executeTakeFirstOrThrow()
      const put = (totp_secret: string) =>
        query.updateTable('account').set({ totp_secret }).where('id', '=', alex.id).execute()
      const value = own.totp_secret ?? ''
      const damagedValues = [
        value,
        `${value.slice(0, -6)}AAAAAA`,
        'enc:v1:',
        'enc:v1:AAAA',
        'enc:v2:AAAA',
        steve.totp,
      ]
      for (const bad of damagedValues) {
        await put(bad)
        const answer = await signIn(service, { ...alex, totp: steve.totp })
        assert.equal(answer.status, 503, bad)
        assert.match(
          (await service.logLine(answer)).cause,
          /^account\.totp_secret of [0-9a-f]{32} in the database is damaged/,
        )
      }
      assert.equal((await signIn(service, steve)).status, 200)
      await assert.rejects(rotateSecret(service.context, operator, service.context.secrets, second), {
        message: /account\.totp_secret of .*: the row is damaged; .*\(nothing was changed\)$/,
      })
      // Created again, it is intact.
      const { secret } = await enableSecondFactor(service.context, operator, await service.stored(alex))
      assert.equal((await signIn(service, { ...alex, totp: secret })).status, 200)

      const keys = await query.selectFrom('signing_key').select(['kid', 'private_key']).execute()
      const [one, other] = keys as [(typeof keys)[0], (typeof keys)[0]]
      await query
        .updateTable('signing_key')
        .set({ private_key: other.private_key })
        .where('kid', '=', one.kid)
        .execute()
      await assert.rejects(start(first), {
        name: 'SecretMismatch',
        message: /^no (tokens|textures) key in the database can be decrypted/,
      })
      await query
        .updateTable('signing_key')
        .set({ private_key: one.private_key })
        .where('kid', '=', one.kid)
        .execute()
      await start(first)
    })

    test('a copy in the other kind of database is decrypted by the same secret, and by no other', async (t) => {
      const { database, start } = await installed(t, fresh)
      const service = await start(first)
      const steve = await player(service)
      const other = kind === 'sqlite' ? databases.postgres : databases.sqlite
      const { database: target, start: there } = await installed(t, other)
      const [source, copied] = [await openDatabase(database.url), await openDatabase(target.url)]
      await migrate(copied)
      await copyDatabase(source, copied, () => undefined)
      await source.close()
      await copied.close()
      await assert.rejects(there(), { message: missing })
      await assert.rejects(there(second), { message: wrong })
      const moved = await there(first)
      assert.equal((await signIn(moved, steve)).status, 200)
    })
  })
}
