// The tables that the migrations of Ely's accounts service create, in MariaDB, with a thousand accounts.
import { createHash } from 'node:crypto'
import type { Expected } from './expected.ts'
import { totpSecret } from './plays.ts'
import { quoted } from './source.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const bcrypt = '$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'

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

export function elyInstallation() {
  const statements = [...schema]
  const expected: Expected[] = []
  for (let number = 1; number <= 1000; number++) {
    const username = `Ely_${number}`
    const email = `Ely${number}@example.org`
    const isOld = number % 2 === 0
    const hash = isOld ? md5(`password${md5(email.toLowerCase())}`) : bcrypt
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
      hasTotp,
      names,
      password: 'password',
      skin: null,
      skin_model: null,
      cape: null,
    })
  }
  return { statements, expected }
}
