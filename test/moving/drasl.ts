// The schema that drasl's migrations create (version 6), in SQLite and PostgreSQL, with a thousand players.
import { scryptSync } from 'node:crypto'
import type { Expected } from './expected.ts'
import { sha256, worn } from './pictures.ts'
import { quoted } from './source.ts'

const salt = Buffer.from('0123456789abcdef')
const hash = scryptSync('password', salt, 32, { N: 32768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })

export const draslSchema = (isPostgres: boolean): string[] => {
  const [blob, time, name] = isPostgres
    ? ['bytea', 'timestamptz', 'text']
    : ['blob', 'datetime', 'text collate nocase']
  return [
    `create table users (is_admin boolean, is_locked boolean, uuid text, username text not null unique,
      password_salt ${blob}, password_hash ${blob}, browser_token text, minecraft_token text, api_token text,
      preferred_language text, max_player_count integer, primary key (uuid))`,
    `create table players (uuid text, name ${name} not null unique, offline_uuid text not null,
      created_at ${time}, name_last_changed_at ${time}, skin_hash text, skin_model text, cape_hash text,
      server_id text, fallback_player text, user_uuid text not null references users (uuid), primary key (uuid))`,
    'create table invites (code text primary key, created_at text)',
    `create table user_oidc_identities (id integer primary key, user_uuid text not null, subject text not null,
      issuer text not null, unique (subject, issuer), unique (user_uuid, issuer))`,
    "insert into invites values ('abc', '2026-01-01')",
  ]
}

const languages = { '': 'en', de: 'de', pt: 'pt', zh: 'zh' }
const created = Date.UTC(2024, 0, 31, 18, 0, 0, 123)

/** 950 users, every 20th with two players and a few with none; all other properties alternate. */
export function draslInstallation(isPostgres: boolean, { splitsUsers = false } = {}) {
  const statements = draslSchema(isPostgres)
  const expected: Expected[] = []
  const bytes = (value: Buffer) => `${isPostgres ? "'\\x" : "x'"}${value.toString('hex')}'`
  for (let number = 0; number < 950; number++) {
    const user = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    const login = number % 5 === 0 ? `user${number}@example.org` : `Player_${number}`
    const [written, language] = Object.entries(languages)[number % 4] as [string, string]
    const isLocked = number % 7 === 0
    const secret = number % 13 === 0 ? 'null, null' : `${bytes(salt)}, ${bytes(hash)}`
    statements.push(
      `insert into users (uuid, username, is_admin, is_locked, password_salt, password_hash, preferred_language)
       values ('${user}', '${login}', ${number === 3}, ${isLocked}, ${secret}, ${quoted(written)})`,
    )
    const players = number >= 945 ? [] : number % 20 === 0 ? ['', '_b'] : ['']
    for (const [index, suffix] of players.entries()) {
      const id = `a${index}000000-0000-4000-8000-${String(number).padStart(12, '0')}`
      const username = `Player_${number}${suffix}`
      const { skin, skin_model, cape } = worn(number + index)
      const model = skin_model === 'default' ? 'classic' : (skin_model ?? '')
      const at = `2024-01-31 19:00:0${index}.123456789+01:00`
      statements.push(
        `insert into players (uuid, name, offline_uuid, created_at, name_last_changed_at, skin_hash, skin_model,
           cape_hash, user_uuid)
         values ('${id}', '${username}', '', '${at}', '${at}', ${quoted(skin && sha256(skin))},
           '${model}', ${quoted(cape && sha256(cape))}, '${user}')`,
      )
      expected.push({
        id: id.replaceAll('-', ''),
        username,
        ...(index > 0 && !splitsUsers && { owner: `Player_${number}` }),
        email: index === 0 && number % 5 === 0 ? login : null,
        language,
        created_at: created + index * 1000,
        isSuspended: isLocked,
        hasTotp: false,
        names: [username],
        password: number % 13 === 0 ? null : 'password',
        ...(number === 3 && { roles: 'admin' }),
        skin,
        skin_model,
        cape,
      })
    }
  }
  return { statements, expected }
}
