// AuthMe, on the table that it makes, in SQLite and MariaDB, with hashes of its algorithms.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { authme } from '../../src/domain/import/authme.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'
import { startMariaDb, withoutMariaDb } from './mariadb.ts'
import { assertAccounts, assertPlays, type Expected, fill, importFrom, quoted } from './source.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Hash and salt of "a password" by some of its algorithms. */
const hashes: readonly (readonly [string, string | null])[] = [
  [`$SHA$0123456789abcdef$${sha256(`${sha256('a password')}0123456789abcdef`)}`, null],
  [sha256('a password5a17'), '5a17'],
  [md5(`${md5('a password')}5a17`), '5a17'],
  [createHash('sha512').update('a password').digest('hex'), null],
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', null],
]

const schema = (kind: 'sqlite' | 'mariadb') => [
  kind === 'sqlite'
    ? `create table authme (id integer auto_increment, username varchar(255) not null unique,
        realname varchar(255) not null default 'Player', password varchar(255) not null default '',
        salt varchar(255), ip varchar(40), lastlogin timestamp, regip varchar(40),
        regdate timestamp not null default '0', x double not null default '0.0', world varchar(255) default 'world',
        email varchar(255), isLogged int not null default '0', hasSession int not null default '0',
        totp varchar(32), premiumUUID varchar(36), constraint table_const_prim primary key (id))`
    : `create table authme (id mediumint unsigned auto_increment, username varchar(255) not null unique,
        realname varchar(255) not null, password varchar(255) character set ascii collate ascii_bin not null,
        salt varchar(255), ip varchar(40) character set ascii collate ascii_bin, lastlogin bigint,
        regip varchar(40) character set ascii collate ascii_bin, regdate bigint not null default 0,
        x double not null default '0.0', world varchar(255) not null default 'world', email varchar(255),
        isLogged smallint not null default '0', hasSession smallint not null default '0', totp varchar(32),
        premiumUUID varchar(36), primary key (id)) character set = utf8`,
]

function installation(kind: 'sqlite' | 'mariadb') {
  const statements = schema(kind)
  const expected: Expected[] = []
  for (let number = 0; number < 1000; number++) {
    const username = `Miner_${number}`
    const [hash, salt] = hashes[number % 5] as (typeof hashes)[number]
    const own = number % 4 === 0 ? `miner${number}@example.org` : null
    const email = number % 10 === 1 ? 'your@email.com' : number % 100 === 9 ? 'shared@example.org' : own
    const totp = number % 9 === 0 ? 'GEZDGNBVGY3TQOJQ' : null
    const id = number % 8 === 0 ? `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}` : null
    const regdate = number % 6 === 0 ? 0 : 1_500_000_000_000 + number
    const realName = number === 17 ? 'Player' : username
    statements.push(
      `insert into authme (username, realname, password, salt, email, totp, premiumUUID, regdate, lastlogin)
       values ('${username.toLowerCase()}', '${realName}', '${hash}', ${quoted(salt)}, ${quoted(email)},
         ${quoted(totp)}, ${quoted(id)}, ${regdate}, 1)`,
    )
    expected.push({
      ...(id && { id: id.replaceAll('-', '') }),
      username: number === 17 ? 'miner_17' : username,
      // In the order of their names the first one keeps it.
      email: email === 'shared@example.org' ? (number === 109 ? email : null) : own,
      language: 'en',
      created_at: regdate || Date.UTC(2026, 10, 21, 12),
      isSuspended: false,
      skin_model: null,
      hasCape: false,
      hasTotp: totp !== null,
      names: [number === 17 ? 'miner_17' : username],
    })
  }
  statements.push(
    "insert into authme (username, realname, password) values ('two words', 'Two Words', 'x')",
    "insert into authme (username, realname, password) values ('unknown', 'Unknown', 'neither this nor that')",
  )
  expected.push({
    username: 'Unknown',
    email: null,
    language: 'en',
    created_at: Date.UTC(2026, 10, 21, 12),
    isSuspended: false,
    skin_model: null,
    hasCape: false,
    hasTotp: false,
    names: ['Unknown'],
  })
  return { statements, expected }
}

describe('AuthMe', () => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'norn-authme-'))
  })
  after(() => rm(directory, { recursive: true, force: true }))

  async function check(address: string, expected: readonly Expected[]): Promise<void> {
    const database = await databases.sqlite()
    const service = await startService(database.url, { NORN_UUIDS: 'offline' })
    try {
      const done = await importFrom(service, address, authme, { folder: directory })
      assert.deepEqual([done.added, done.refused], [1001, { 'Two Words': 'username_malformed' }])
      assert.deepEqual(done.left, { positions: 1002, addresses: 1002 })
      assert.deepEqual(done.remarks['Miner_209'], ['id_made', 'email_shared'])
      assert.deepEqual(done.remarks['Unknown'], ['id_made', 'password_hash_unknown'])
      await assertAccounts(service, expected)
      // The UUID by which the world of a server in offline mode knows this player.
      const { id } = await assertPlays(service, 'Miner_1', 'a password')
      assert.equal(id, 'bf09a322bbd33b1495f15de468a39540')
      for (const name of ['Miner_5', 'Miner_2', 'Miner_3']) await assertPlays(service, name, 'a password')
      await assertPlays(service, 'Miner_4', 'U*U')
      const again = await importFrom(service, address, authme, { folder: directory })
      assert.deepEqual([again.added, again.unchanged], [0, 1001])
    } finally {
      await service.close()
      await database.drop()
    }
  }

  test('a thousand players arrive from SQLite with all they had, and sign in', async () => {
    const { statements, expected } = installation('sqlite')
    const file = join(directory, 'authme.db')
    await fill(file, statements)
    await check(file, expected)
  })

  test('and from MariaDB', { skip: withoutMariaDb }, async () => {
    const server = await startMariaDb()
    try {
      const { statements, expected } = installation('mariadb')
      await check(await server.fill('authme', statements), expected)
    } finally {
      await server.stop()
    }
  })

  test('a table of another name has to be named', async () => {
    const file = join(directory, 'other.db')
    await fill(file, ['create table players (username text, password text)'])
    const service = await startService(`sqlite:${join(directory, 'norn.sqlite')}`)
    after(() => service.close())
    await assert.rejects(importFrom(service, file, authme, { folder: directory }), /it has: players.*--table/)
  })
})
