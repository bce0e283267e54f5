// The tables that the migrations of Blessing Skin and of its plugin yggdrasil-api create, with 1,000 players.
import { saltedHashesOfPassword } from '../passwords/known-hashes.ts'
import type { Expected } from './expected.ts'
import { pictures, sha256, worn } from './pictures.ts'
import { quoted } from './source.ts'

/** By the name that its .env has as PWD_METHOD; SALT is this. */
export const blessingSalt = 'blessing-salt'

const hashes = [
  // BCRYPT, as PHP writes it.
  '$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
  // ARGON2I, of small costs, by Node.js.
  '$argon2i$v=19$m=1024,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$lwfbXCoFcL3IplJiF7JfD/BD6NIUHLAFJiATPggIHk8',
  ...['SALTED2MD5', 'SALTED2SHA256', 'SALTED2SHA512'].map(
    (method) => `${saltedHashesOfPassword[`Blessing ${method}`]?.passwordHash}`,
  ),
]

export type BlessingKind = 'sqlite' | 'mariadb' | 'postgres'

const types = {
  sqlite: {
    increments: 'integer primary key autoincrement',
    tiny: 'tinyint',
    time: 'datetime',
    long: 'text',
  },
  mariadb: {
    increments: 'int unsigned not null auto_increment primary key',
    tiny: 'tinyint',
    time: 'datetime',
    long: 'longtext',
  },
  postgres: { increments: 'serial primary key', tiny: 'smallint', time: 'timestamp(0)', long: 'text' },
}

/** `prefix` is DB_PREFIX of its .env. */
export const blessingSchema = (kind: BlessingKind, prefix: string) => {
  const { increments, tiny, time, long } = types[kind]
  return [
    `create table ${prefix}users (uid ${increments}, email varchar(100) not null,
      nickname varchar(50) not null default '',
      locale varchar(255), score integer not null, avatar integer not null default 0, password varchar(255) not null,
      ip varchar(45) not null, is_dark_mode ${tiny} not null default 0, permission integer not null default 0,
      last_sign_at ${time} not null, register_at ${time} not null, verified ${tiny} not null default 0,
      verification_token varchar(255) not null default '', remember_token varchar(100))`,
    `create table ${prefix}players (pid ${increments}, uid integer not null, name varchar(50) not null,
      tid_cape integer not null default 0, last_modified ${time} not null, tid_skin integer not null default -1)`,
    `create table ${prefix}textures (tid ${increments}, name varchar(50) not null, type varchar(10) not null,
      hash varchar(64) not null, size integer not null, uploader integer not null, public ${tiny} not null,
      upload_at ${time} not null, likes integer not null default 0)`,
    `create table ${prefix}options (id ${increments}, option_name varchar(50) not null,
      option_value ${long} not null)`,
    `create table ${prefix}user_closet (user_uid integer not null, texture_tid integer not null, item_name text)`,
    `create table ${prefix}uuid (id ${increments}, name varchar(255) not null, uuid varchar(255) not null)`,
    `insert into ${prefix}options (option_name, option_value) values ('ygg_uuid_algorithm', 'v3')`,
    `insert into ${prefix}user_closet values (1, 1, null)`,
  ]
}

/** Each picture is there once for each type: a closet entry names the type. */
const tids = new Map<string, number>()
for (const { kind, png } of pictures) {
  for (const type of kind === 'cape' ? ['cape'] : ['steve', 'alex'])
    tids.set(`${type} ${sha256(png)}`, tids.size + 1)
}

function tidsOf(number: number): { skin: number; cape: number } {
  const { skin, skin_model, cape } = worn(number)
  const type = skin_model === 'slim' ? 'alex' : 'steve'
  return {
    skin: (skin && tids.get(`${type} ${sha256(skin)}`)) ?? 0,
    cape: (cape && tids.get(`cape ${sha256(cape)}`)) ?? 0,
  }
}

/** 900 users (or a multiple), every ninth with two players, and a player whose name is not allowed. */
export function blessingInstallation(
  kind: BlessingKind,
  { prefix = '', users = 900, splitsUsers = false } = {},
) {
  const statements = blessingSchema(kind, prefix)
  for (const [key] of tids) {
    const [type, hash] = key.split(' ')
    statements.push(
      `insert into ${prefix}textures (name, type, hash, size, uploader, public, upload_at)
       values ('x', '${type}', '${hash}', 1, 1, 1, '2020-01-01 00:00:00')`,
    )
  }
  const expected: Expected[] = []
  for (let uid = 1; uid <= users; uid++) {
    const email = `bs${uid}@example.org`
    const permission = uid % 30 === 5 ? -1 : uid === 1 ? 2 : 0
    statements.push(
      `insert into ${prefix}users (email, locale, score, password, ip, permission, last_sign_at, register_at)
       values ('${email}', ${uid % 3 === 0 ? quoted('zh_CN') : 'null'}, 0, '${hashes[uid % hashes.length]}', '',
         ${permission}, '2020-01-01 00:00:00', '2019-05-01 12:00:00')`,
    )
    for (const [index, suffix] of (uid % 9 === 0 ? ['', '_b'] : ['']).entries()) {
      const username = `Bs_${uid}${suffix}`
      const wears = tidsOf(uid + index)
      statements.push(
        `insert into ${prefix}players (uid, name, tid_skin, tid_cape, last_modified)
         values (${uid}, '${username}', ${wears.skin}, ${wears.cape}, '2020-01-01 00:00:00')`,
      )
      // That of the first was never requested, and is derived from the name: version 3 of OfflinePlayer:Bs_1.
      const id =
        uid === 1
          ? '3bf4ae1f4bcc310bb8ac794355028371'
          : `e${index}000000000040008000${String(uid).padStart(12, '0')}`
      if (uid !== 1) statements.push(`insert into ${prefix}uuid (name, uuid) values ('${username}', '${id}')`)
      expected.push({
        id,
        username,
        ...(index > 0 && !splitsUsers && { owner: `Bs_${uid}` }),
        email: index === 0 ? email : null,
        language: uid % 3 === 0 ? 'zh-CN' : 'en',
        created_at: Date.UTC(2019, 4, 1, 12),
        isSuspended: permission < 0,
        hasTotp: false,
        names: [username],
        password: 'password',
        ...(uid === 1 && { roles: 'admin' }),
        ...worn(uid + index),
      })
    }
  }
  statements.push(
    `insert into ${prefix}players (uid, name, last_modified) values (2, '史蒂夫', '2020-01-01 00:00:00')`,
  )
  return { statements, expected }
}
