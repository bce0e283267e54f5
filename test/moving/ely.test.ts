// Ely's accounts service, on the tables that its migrations make, in MariaDB.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ely } from '../../src/domain/import/ely.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'
import { startMariaDb, withoutMariaDb } from './mariadb.ts'
import { assertAccounts, assertPlays, type Expected, importFrom, quoted } from './source.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const bcrypt = '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const schema = [
  `create table accounts (id int(11) not null auto_increment primary key, uuid varchar(36) not null,
    username varchar(255) not null unique, email varchar(255) not null unique, password_hash varchar(255) not null,
    password_hash_strategy smallint(6) not null, lang varchar(255) not null default 'en',
    status smallint(6) not null default 0, rules_agreement_version smallint unsigned, registration_ip varbinary(16),
    otp_secret varchar(255), is_otp_enabled tinyint(1) not null default 0, created_at int(11) not null,
    updated_at int(11) not null, password_changed_at int(11) not null, deleted_at int(11) unsigned,
    unique key uuid (uuid)) collate utf8mb4_unicode_ci`,
  `create table usernames_history (id int(11) not null auto_increment primary key,
    username varchar(255) collate utf8mb4_bin not null, account_id int(11) not null, applied_in int(11) not null,
    foreign key (account_id) references accounts (id) on delete cascade) collate utf8mb4_unicode_ci`,
  'create table oauth_clients (id varchar(64) primary key)',
  "insert into oauth_clients values ('site')",
]

function installation() {
  const statements = [...schema]
  const expected: Expected[] = []
  for (let number = 1; number <= 1000; number++) {
    const username = `Ely_${number}`
    const email = `Ely${number}@example.org`
    const isOld = number % 2 === 0
    const hash = isOld ? md5(`a password${md5(email.toLowerCase())}`) : bcrypt
    const status = number % 50 === 7 ? -1 : number % 50 === 8 ? -10 : number % 50 === 9 ? 0 : 10
    const hasTotp = number % 11 === 0
    const isRenamed = number % 6 === 0
    const created = 1_600_000_000 + number
    const id = `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    statements.push(
      `insert into accounts (uuid, username, email, password_hash, password_hash_strategy, lang, status, otp_secret,
         is_otp_enabled, created_at, updated_at, password_changed_at, deleted_at)
       values ('${id}', '${username}', '${email}', '${hash}', ${isOld ? 0 : 1}, '${number % 3 === 0 ? 'ru' : 'en'}',
         ${status}, ${number % 11 < 2 ? quoted(totpSecret) : 'null'}, ${hasTotp}, ${created}, 0, 0,
         ${status === -10 ? created : 'null'})`,
    )
    const names = isRenamed ? [`Was_${number}`, `was_${number}`, username] : [username]
    // Every current name is there twice.
    for (const [index, name] of [...names, username].entries()) {
      statements.push(
        `insert into usernames_history (username, account_id, applied_in) values ('${name}', ${number}, ${created + index})`,
      )
    }
    expected.push({
      id: id.replaceAll('-', ''),
      username,
      email,
      language: number % 3 === 0 ? 'ru' : 'en',
      created_at: created * 1000,
      isSuspended: status < 0,
      skin_model: null,
      hasCape: false,
      hasTotp,
      names,
    })
  }
  return { statements, expected }
}

test('Ely: a thousand accounts arrive with all they had, and sign in', { skip: withoutMariaDb }, async () => {
  const server = await startMariaDb()
  const database = await databases.sqlite()
  const service = await startService(database.url)
  try {
    const { statements, expected } = installation()
    const address = await server.fill('ely', statements)
    const done = await importFrom(service, address, ely, { folder: '.' })
    assert.deepEqual([done.added, done.refused, done.left], [1000, {}, { applications: 1, sessions: 0 }])
    assert.deepEqual(done.remarks['Ely_8'], ['deleted_there'])
    await assertAccounts(service, expected)
    await assertPlays(service, 'Ely_2', 'a password')
    await assertPlays(service, 'ely4@example.org', 'a password')
    await assertPlays(service, 'Ely_1', 'U*U')
    const again = await importFrom(service, address, ely, { folder: '.' })
    assert.deepEqual([again.added, again.unchanged], [0, 1000])
  } finally {
    await service.close()
    await database.drop()
    await server.stop()
  }
})
