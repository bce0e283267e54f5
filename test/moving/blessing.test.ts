// Blessing Skin with its plugin yggdrasil-api, on the tables that their migrations make, in SQLite and MariaDB.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { blessing } from '../../src/domain/import/blessing.ts'
import type { ForeignDatabase } from '../../src/storage/foreign/database.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'
import { startMariaDb, withoutMariaDb } from './mariadb.ts'
import {
  assertAccounts,
  assertPlays,
  assertServed,
  cape,
  type Expected,
  fill,
  importFrom,
  quoted,
  sha256,
  skin,
} from './source.ts'

const digest = (kind: string, text: string) => createHash(kind).update(text).digest('hex')
const bcrypt = '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const salted = digest('sha256', `${digest('sha256', 'a password')}pinch`)

const schema = (isSqlite: boolean) => {
  const increments = isSqlite
    ? 'integer primary key autoincrement'
    : 'int unsigned not null auto_increment primary key'
  return [
    `create table users (uid ${increments}, email varchar(100) not null, nickname varchar(50) not null default '',
      locale varchar(255), score integer not null, avatar integer not null default 0, password varchar(255) not null,
      ip varchar(45) not null, is_dark_mode tinyint not null default 0, permission integer not null default 0,
      last_sign_at datetime not null, register_at datetime not null, verified tinyint not null default 0,
      verification_token varchar(255) not null default '', remember_token varchar(100))`,
    `create table players (pid ${increments}, uid integer not null, name varchar(50) not null,
      tid_cape integer not null default 0, last_modified datetime not null, tid_skin integer not null default -1)`,
    `create table textures (tid ${increments}, name varchar(50) not null, type varchar(10) not null,
      hash varchar(64) not null, size integer not null, uploader integer not null, public tinyint not null,
      upload_at datetime not null, likes integer not null default 0)`,
    `create table options (id ${increments}, option_name varchar(50) not null, option_value longtext not null)`,
    'create table user_closet (user_uid integer not null, texture_tid integer not null, item_name text)',
    `create table uuid (id ${increments}, name varchar(255) not null, uuid varchar(255) not null)`,
    "insert into options (option_name, option_value) values ('ygg_uuid_algorithm', 'v3')",
    'insert into user_closet values (1, 1, null)',
    ...['steve', 'alex', 'cape'].map(
      (type) =>
        `insert into textures (name, type, hash, size, uploader, public, upload_at)
         values ('x', '${type}', '${sha256(type === 'cape' ? cape : skin)}', 1, 1, 1, '2020-01-01 00:00:00')`,
    ),
  ]
}

/** 900 users of whom every ninth has two players. */
function installation(isSqlite: boolean) {
  const statements = schema(isSqlite)
  const expected: Expected[] = []
  for (let uid = 1; uid <= 900; uid++) {
    const email = `bs${uid}@example.org`
    const permission = uid % 30 === 5 ? -1 : uid === 1 ? 2 : 0
    statements.push(
      `insert into users (email, locale, score, password, ip, permission, last_sign_at, register_at)
       values ('${email}', ${uid % 3 === 0 ? quoted('zh_CN') : 'null'}, 0, '${uid % 2 === 0 ? salted : bcrypt}', '',
         ${permission}, '2020-01-01 00:00:00', '2019-05-01 12:00:00')`,
    )
    for (const [index, suffix] of (uid % 9 === 0 ? ['', '_b'] : ['']).entries()) {
      const username = `Bs_${uid}${suffix}`
      const type = uid % 30 === 3 ? 2 : uid % 30 === 4 ? 1 : 0
      const hasCape = uid % 40 === 3
      const id = uid === 1 ? undefined : `e${index}000000000040008000${String(uid).padStart(12, '0')}`
      statements.push(
        `insert into players (uid, name, tid_skin, tid_cape, last_modified)
         values (${uid}, '${username}', ${type}, ${hasCape ? 3 : 0}, '2020-01-01 00:00:00')`,
      )
      if (id) statements.push(`insert into uuid (name, uuid) values ('${username}', '${id}')`)
      expected.push({
        ...(id && { id }),
        username,
        email: index === 0 ? email : null,
        language: uid % 3 === 0 ? 'zh-CN' : 'en',
        created_at: Date.UTC(2019, 4, 1, 12),
        isSuspended: permission < 0,
        skin_model: type === 0 ? null : type === 2 ? 'slim' : 'default',
        hasCape,
        hasTotp: false,
        names: [username],
      })
    }
  }
  statements.push(
    "insert into players (uid, name, last_modified) values (2, '史蒂夫', '2020-01-01 00:00:00')",
  )
  return { statements, expected }
}

describe('Blessing Skin', () => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'norn-blessing-'))
    for (const png of [skin, cape]) await writeFile(join(directory, sha256(png)), png)
  })
  after(() => rm(directory, { recursive: true, force: true }))

  async function check(address: string, expected: readonly Expected[]): Promise<void> {
    const database = await databases.sqlite()
    const service = await startService(database.url)
    const source = (foreign: ForeignDatabase) => blessing(foreign, 'pinch')
    try {
      const done = await importFrom(service, address, source, { folder: directory })
      assert.deepEqual([done.added, done.refused], [1000, { 史蒂夫: 'username_malformed' }])
      assert.deepEqual(done.left, { users_without_player: 0, scores: 0, closets: 1 })
      assert.deepEqual(
        [done.remarks['Bs_1'], done.remarks['Bs_9_b']],
        [['administrator'], ['one_of_several']],
      )
      await assertAccounts(service, expected)
      for (const name of ['Bs_2', 'bs4@example.org', 'Bs_18_b'])
        await assertPlays(service, name, 'a password')
      // Its UUID was never asked for, and is made of the name: version 3 of OfflinePlayer:Bs_1.
      assert.deepEqual(await assertPlays(service, 'Bs_1', 'U*U'), {
        id: '3bf4ae1f4bcc310bb8ac794355028371',
        name: 'Bs_1',
      })
      await assertServed(service, 'e0000000000040008000000000000003')
      const again = await importFrom(service, address, source, { folder: directory })
      assert.deepEqual([again.added, again.unchanged], [0, 1000])
    } finally {
      await service.close()
      await database.drop()
    }
  }

  test('a thousand players arrive from SQLite with all they had, and play', async () => {
    const { statements, expected } = installation(true)
    const file = join(directory, 'database.db')
    await fill(file, statements)
    await check(file, expected)
  })

  test('and from MariaDB', { skip: withoutMariaDb }, async () => {
    const server = await startMariaDb()
    try {
      const { statements, expected } = installation(false)
      await check(await server.fill('blessing', statements), expected)
    } finally {
      await server.stop()
    }
  })
})
