// MariaDB and PostgreSQL of other programs, with columns of other types than the programs give them, as converters and
// hands leave them. One odd value costs its own row at most, the rest arrives, and a dry run says the same.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { authme } from '../../src/moving/programs/authme.ts'
import { blessing } from '../../src/moving/programs/blessing.ts'
import { drasl } from '../../src/moving/programs/drasl.ts'
import { ely } from '../../src/moving/programs/ely.ts'
import { databases } from '../databases.ts'
import { startMariaDb, withoutMariaDb } from '../moving/mariadb.ts'
import { fill, importFrom } from '../moving/source.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'

const folder = tmpdir()
const hash = "'$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'"

/** Imports twice, the first time dry, and returns the accounts by name. */
async function arrived(service: RunningService, address: string, read: Parameters<typeof importFrom>[2]) {
  const dry = await importFrom(service, address, read, { folder, isDryRun: true })
  const done = await importFrom(service, address, read, { folder })
  assert.deepEqual(dry, done)
  const rows = await service.context.db.query.selectFrom('account').selectAll().execute()
  return { accounts: new Map(rows.map((row) => [row.username, row])), done }
}

const blessingTables = (types: { key: string; time: string; text: string }): string[] => [
  `create table users (uid ${types.key}, email ${types.text}, password ${types.text}, locale ${types.text},
    score integer, permission integer, register_at ${types.time})`,
  `create table players (pid integer, uid integer, name ${types.text}, tid_skin integer, tid_cape integer)`,
  `create table textures (tid ${types.key}, type ${types.text}, hash ${types.text})`,
  `create table options (option_name ${types.text}, option_value ${types.text})`,
  `create table uuid (id integer, name ${types.text}, uuid ${types.text})`,
]

const blessingUser = (
  uid: number | string,
  at: string,
  name: string,
  user: number | string = uid,
): string[] => [
  `insert into users values (${uid}, 'u${uid}@example.test', ${hash}, null, 0, 0, ${at})`,
  `insert into players values (1, ${user}, ${name}, 0, 0)`,
]

const start2024 = Date.UTC(2024, 0, 31, 18)

onEveryDatabase('odd columns elsewhere', (start) => {
  describe('PostgreSQL', () => {
    let address = ''
    const drops: (() => Promise<void>)[] = []
    const filled = async (statements: readonly string[]) => {
      const foreign = await databases.postgres()
      drops.push(() => foreign.drop())
      address = foreign.url
      await fill(address, statements)
      return address
    }
    // At the end, when the server has noticed that connections to them are closed.
    after(async () => {
      for (const drop of drops) await drop()
    })

    test('Blessing Skin, whose keys a converter has made bigint or numeric', async () => {
      const types = { key: 'bigint', time: 'text', text: 'text' }
      await filled([
        ...blessingTables(types),
        'alter table players alter tid_skin type numeric',
        ...blessingUser(1, "'2024-01-31 18:00:00'", "'Alice'"),
        ...blessingUser('9223372036854775807', "'2024-01-31 18:00:00'", "'Far'", 3),
        ...blessingUser(2, "'2024-01-31 18:00:00'", "'Bob'"),
      ])
      const { accounts } = await arrived(await start(), address, blessing)
      assert.deepEqual([...accounts.keys()].toSorted(), ['Alice', 'Bob'])
    })

    test('times that no clock shows', async () => {
      const types = { key: 'integer', time: 'timestamp', text: 'text' }
      const odd = ["'infinity'", "'-infinity'", "'0044-03-15 00:00:00 BC'", "'294276-01-01'", 'null']
      await filled([
        ...blessingTables(types),
        ...odd.flatMap((time, index) => blessingUser(index + 1, time, `'Odd_${index}'`)),
        ...blessingUser(9, "'2024-01-31 18:00:00'", "'Good'"),
      ])
      const service = await start()
      const { accounts } = await arrived(service, address, blessing)
      assert.deepEqual([...accounts.keys()].toSorted(), ['Good', ...odd.map((_, index) => `Odd_${index}`)])
      assert.equal(accounts.get('Good')?.created_at, start2024)
      for (const { created_at } of accounts.values()) assert.ok(created_at > 0 && created_at <= service.now())
    })

    test('a time without a zone is not that of the machine', async () => {
      await filled([
        ...blessingTables({ key: 'integer', time: 'timestamp', text: 'text' }),
        ...blessingUser(1, "'2024-01-31 18:00:00'", "'Alice'"),
      ])
      const before = process.env['TZ']
      process.env['TZ'] = 'Asia/Tokyo'
      try {
        const { accounts } = await arrived(await start(), address, blessing)
        assert.equal(accounts.get('Alice')?.created_at, start2024)
      } finally {
        if (before === undefined) delete process.env['TZ']
        else process.env['TZ'] = before
      }
    })

    test('drasl, whose flags are texts, bits or numbers', async () => {
      const flags = ["'false'", "'f'", "'0'", "'no'", "''", 'null', "'true'", "'1'"]
      const user = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
      await filled([
        `create table users (uuid text, username text, is_admin text, is_locked text, password_salt bytea,
          password_hash bytea, preferred_language text)`,
        `create table players (uuid text, name text, user_uuid text, created_at text, name_last_changed_at text,
          skin_hash text, skin_model text, cape_hash text)`,
        ...flags.flatMap((flag, index) => [
          `insert into users values ('${user(index)}', 'u${index}', ${flag}, ${flag}, null, null, 'en')`,
          `insert into players values ('${user(index).replace('0', '1')}', 'Player_${index}', '${user(index)}',
            null, null, null, null, null)`,
        ]),
      ])
      const { accounts } = await arrived(await start(), address, drasl)
      assert.deepEqual(
        flags.map((_, index) => {
          const row = accounts.get(`Player_${index}`)
          return [row?.roles ?? null, row?.suspended_at != null]
        }),
        [...Array.from({ length: 6 }, () => [null, false]), ['admin', true], ['admin', true]],
      )
    })

    test('bytes that are not UTF-8, in a database without an encoding', async () => {
      const foreign = await databases.postgres()
      const client = new Client({ connectionString: foreign.url })
      await client.connect()
      const name = `ascii_${process.pid}_${Math.trunc(Math.random() * 1e9)}`
      await client.query(`create database ${name} encoding 'SQL_ASCII' template template0`)
      const url = new URL(foreign.url)
      url.pathname = `/${name}`
      drops.push(async () => {
        await client.query(`drop database ${name}`)
        await client.end()
        await foreign.drop()
      })
      await fill(url.href, [
        ...blessingTables({ key: 'integer', time: 'text', text: 'text' }),
        ...blessingUser(1, "'2024-01-31 18:00:00'", "'Alice'"),
        ...blessingUser(2, "'2024-01-31 18:00:00'", "E'B\\xf6b'"),
        ...blessingUser(3, "'2024-01-31 18:00:00'", "'Carol'"),
        "update users set locale = E'\\xff' where uid = 3",
      ])
      const { accounts } = await arrived(await start(), url.href, blessing)
      assert.deepEqual([...accounts.keys()].toSorted(), ['Alice', 'Carol'])
    })
  })

  describe('MariaDB', { skip: withoutMariaDb }, () => {
    let server: Awaited<ReturnType<typeof startMariaDb>>
    let number = 0
    before(async () => {
      server = await startMariaDb()
    })
    after(() => server.stop())
    const filled = (statements: readonly string[]) =>
      server.fill(`odd_${++number}`, ["set sql_mode = ''", ...statements])

    test('Blessing Skin with keys beyond JavaScript, dates of nothing, and JSON', async () => {
      const address = await filled([
        ...blessingTables({ key: 'bigint unsigned', time: 'datetime', text: 'text' }),
        'alter table players modify uid bigint unsigned, modify tid_skin decimal(20, 0)',
        'alter table users modify locale json',
        ...blessingUser(1, "'2024-01-31 18:00:00'", "'Alice'"),
        ...blessingUser(2, "'0000-00-00 00:00:00'", "'Bob'"),
        ...blessingUser(3, 'null', "'Carol'"),
        ...blessingUser(4, "'2024-00-00 00:00:00'", "'Dave'"),
        ...blessingUser('9007199254740993', "'2024-01-31 18:00:00'", "'Eve'"),
        ...blessingUser('9007199254740995', "'2024-01-31 18:00:00'", "'Frank'"),
        ...blessingUser('18446744073709551615', "'2024-01-31 18:00:00'", "'Grace'"),
      ])
      const { accounts } = await arrived(await start(), address, blessing)
      const names = ['Alice', 'Bob', 'Carol', 'Dave', 'Eve', 'Frank', 'Grace']
      assert.deepEqual([...accounts.keys()].toSorted(), names)
      for (const name of names) assert.match(accounts.get(name)?.email ?? '', /^u\d+@example\.test$/)
    })

    test('Blessing Skin whose last key is one that JavaScript rounds', async () => {
      const address = await filled([
        ...blessingTables({ key: 'bigint unsigned', time: 'datetime', text: 'text' }),
        'alter table players modify uid bigint unsigned',
        ...blessingUser(1, "'2024-01-31 18:00:00'", "'Alice'"),
        ...blessingUser('9007199254740993', "'2024-01-31 18:00:00'", "'Bob'"),
      ])
      const { accounts } = await arrived(await start(), address, blessing)
      assert.deepEqual([...accounts.keys()].toSorted(), ['Alice', 'Bob'])
    })

    test('AuthMe in latin1, with bytes, and names that differ by letter case alone', async () => {
      const row = (values: string) => `insert into authme values (${values})`
      const address = await filled([
        `create table authme (username varchar(255) character set latin1 collate latin1_bin, realname varbinary(255),
          password varchar(255), salt varchar(255), email varchar(255) character set latin1, totp varchar(32),
          regdate varchar(30), premiumuuid binary(16))`,
        row(`'alice', 'Alice', ${hash}, null, 'alice@example.test', null, '1500000000000', null`),
        row(`'ALICE', 'ALICE', ${hash}, null, null, null, '1500000000000', null`),
        row(`x'62f662', x'42f662', ${hash}, null, null, null, '1500000000000', null`),
        row(`'bytes', x'ff00fe', ${hash}, null, null, null, '1500000000000', null`),
        row(
          `'carol', 'Carol', ${hash}, null, x'fc', null, '99999999999999999999', x'ff00ff00ff00ff00ff00ff00ff00ff00'`,
        ),
        row(`'dave', 'Dave', null, null, null, null, null, null`),
      ])
      const { accounts, done } = await arrived(await start(), address, (database) => authme(database))
      assert.ok(accounts.has('Carol') && accounts.has('Dave') && accounts.has('bytes'))
      assert.equal(['Alice', 'ALICE'].filter((name) => accounts.has(name)).length, 1)
      assert.equal(accounts.size + Object.keys(done.refused).length, 6)
    })

    test('Ely with bits for numbers and duplicate rows', async () => {
      const uuid = (index: number) => `'d0000000-0000-4000-8000-00000000000${index}'`
      const account = (index: number, flag: string, status = '10') =>
        `insert into accounts values (${index}, ${uuid(index)}, 'Ely_${index}', 'e${index}@example.test', ${hash}, 1, 'en',
          ${status}, 'JBSWY3DPEHPK3PXP', ${flag}, 1500000000, null)`
      const address = await filled([
        `create table accounts (id bigint, uuid varchar(36), username varchar(255), email varchar(255),
          password_hash varchar(255), password_hash_strategy decimal(6, 0), lang varchar(255), status decimal(6, 0),
          otp_secret varchar(255), is_otp_enabled bit(1), created_at bigint, deleted_at bigint)`,
        `create table usernames_history (id bigint, username varchar(255), account_id bigint unsigned, applied_in bigint)`,
        account(1, "b'0'"),
        account(2, "b'1'"),
        account(3, 'null', '-1'),
        account(3, 'null'),
        "insert into usernames_history values (1, 'Was_1', 1, 1400000000), (2, 'Ely_1', 1, 1450000000)",
        'insert into usernames_history values (3, null, 2, 9223372036854775807)',
      ])
      const { accounts } = await arrived(await start(), address, ely)
      assert.deepEqual([...accounts.keys()].toSorted(), ['Ely_1', 'Ely_2', 'Ely_3'])
      assert.deepEqual(
        [1, 2, 3].map((index) => accounts.get(`Ely_${index}`)?.totp_secret != null),
        [false, true, false],
      )
      assert.notEqual(accounts.get('Ely_3')?.suspended_at, null, 'suspended as its first row says')
    })
  })
})
