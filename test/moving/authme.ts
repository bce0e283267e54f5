// The table that AuthMe creates, in SQLite, MariaDB and PostgreSQL, with a thousand players.
import { start2026 } from '../service.ts'
import type { Expected } from './expected.ts'
import { storedPassword } from './hashes.ts'
import { totpSecret } from './plays.ts'
import { quoted } from './source.ts'

/** Everything that an operator can rename in its config.yml, with the default names. */
const ownNames = { table: 'authme', username: 'username', password: 'password', regdate: 'regdate' }

type Kind = 'sqlite' | 'mariadb' | 'postgres'

const schema = (kind: Kind, { table, username, password, regdate }: typeof ownNames) =>
  ({
    sqlite: `create table ${table} (id integer auto_increment, ${username} varchar(255) not null unique,
        realname varchar(255) not null default 'Player', ${password} varchar(255) not null default '',
        salt varchar(255), ip varchar(40), lastlogin timestamp, regip varchar(40),
        ${regdate} timestamp not null default '0', x double not null default '0.0', world varchar(255) default 'world',
        email varchar(255), isLogged int not null default '0', hasSession int not null default '0',
        totp varchar(32), premiumUUID varchar(36), constraint table_const_prim primary key (id))`,
    mariadb: `create table ${table} (id mediumint unsigned auto_increment, ${username} varchar(255) not null unique,
        realname varchar(255) not null, ${password} varchar(255) character set ascii collate ascii_bin not null,
        salt varchar(255), ip varchar(40) character set ascii collate ascii_bin, lastlogin bigint,
        regip varchar(40) character set ascii collate ascii_bin, ${regdate} bigint not null default 0,
        x double not null default '0.0', world varchar(255) not null default 'world', email varchar(255),
        isLogged smallint not null default '0', hasSession smallint not null default '0', totp varchar(32),
        premiumUUID varchar(36), primary key (id)) character set = utf8`,
    postgres: `create table ${table} (id bigserial primary key, ${username} varchar(255) not null unique,
        realname varchar(255) not null default 'Player', ${password} varchar(255) not null, salt varchar(255),
        ip varchar(40), lastlogin bigint, regip varchar(40), ${regdate} bigint not null default 0,
        x double precision not null default '0.0', world varchar(255) not null default 'world', email varchar(255),
        isLogged smallint not null default '0', hasSession smallint not null default '0', totp varchar(32),
        premiumUUID varchar(36))`,
  })[kind]

const bare = {
  language: 'en',
  isSuspended: false,
  skin: null,
  skin_model: null,
  cape: null,
}

/** A thousand players, one with a hash of an unknown kind, and one whose name is not allowed. */
export function authmeInstallation(kind: Kind, given: Partial<typeof ownNames> = {}) {
  const names = { ...ownNames, ...given }
  const into = `insert into ${names.table} (${names.username}, realname, ${names.password}`
  const statements = [schema(kind, names)]
  const expected: Expected[] = []
  for (let number = 0; number < 1000; number++) {
    const username = number === 17 ? 'miner_17' : `Miner_${number}`
    const { hash, salt } = storedPassword(number)
    const own = number % 4 === 0 ? `miner${number}@example.org` : null
    const email = number % 10 === 1 ? 'your@email.com' : number % 100 === 9 ? 'shared@example.org' : own
    const totp = number % 9 === 0 ? totpSecret : null
    const id = number % 8 === 0 ? `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}` : null
    const regdate = number % 6 === 0 ? 0 : 1_500_000_000_000 + number
    statements.push(
      `${into}, salt, email, totp, premiumUUID, ${names.regdate}, lastlogin)
       values ('${username.toLowerCase()}', '${number === 17 ? 'Player' : username}', '${hash}', ${quoted(salt)},
         ${quoted(email)}, ${quoted(totp)}, ${quoted(id)}, ${regdate}, 1)`,
    )
    expected.push({
      ...bare,
      ...(id && { id: id.replaceAll('-', '') }),
      username,
      // In the order of their names, the first one keeps it.
      email: email === 'shared@example.org' ? (number === 109 ? email : null) : own,
      created_at: regdate || start2026,
      hasTotp: totp !== null,
      names: [username],
      password: 'password',
    })
  }
  statements.push(
    `${into}) values ('two words', 'Two Words', 'x')`,
    `${into}) values ('unknown', 'Unknown', 'neither this nor that')`,
  )
  expected.push({
    ...bare,
    username: 'Unknown',
    email: null,
    created_at: start2026,
    hasTotp: false,
    names: ['Unknown'],
    password: null,
  })
  return { statements, expected }
}
