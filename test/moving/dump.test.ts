// Dumps as the programs of MariaDB, PostgreSQL and SQLite write them say the same as the databases themselves.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { authme } from '../../src/domain/import/authme.ts'
import { drasl } from '../../src/domain/import/drasl.ts'
import { ely } from '../../src/domain/import/ely.ts'
import type { Source, SourcePlayer } from '../../src/domain/import/source.ts'
import type { ForeignDatabase } from '../../src/storage/foreign/database.ts'
import { piecesOf } from '../../src/storage/foreign/dump/pieces.ts'
import { openForeign } from '../../src/storage/foreign/open.ts'
import { databases } from '../databases.ts'
import { authmeInstallation } from './authme.ts'
import { blessingInstallation } from './blessing.ts'
import { draslInstallation } from './drasl.ts'
import { elyInstallation } from './ely.ts'
import { startMariaDb, withoutMariaDb } from './mariadb.ts'
import { fill, quoted } from './source.ts'

const run = promisify(execFile)
const printed = async (program: string, args: readonly string[]): Promise<string> =>
  (await run(program, args, { maxBuffer: 64 * 1024 * 1024 })).stdout

const withoutPsql = !existsSync('/usr/bin/psql') && 'there is no /usr/bin/psql (Debian: postgresql-client)'
const withoutSqlite = !existsSync('/usr/bin/sqlite3') && 'there is no /usr/bin/sqlite3 (Debian: sqlite3)'

/** Whatever a text may hold that means something to whoever reads it wrongly. */
const odd = [
  `it's; "so" -- \\' /* no */ # \`x\``,
  'a\\',
  "''",
  '\t1\r\n2\n',
  '史蒂夫 🎮',
  '); drop table users',
  '',
]

/** Every row of every table. */
async function contents({ query, tables }: ForeignDatabase): Promise<Record<string, string[]>> {
  const rows = await Promise.all(
    [...tables.keys()].sort().map(async (table) => {
      const found = await sql<object>`select * from ${sql.table(table)}`.execute(query)
      return [table, found.rows.map((row) => JSON.stringify(row)).sort()] as const
    }),
  )
  return Object.fromEntries(rows)
}

async function read<T>(address: string, what: (database: ForeignDatabase) => Promise<T>): Promise<T> {
  const database = await openForeign(address)
  try {
    return await what(database)
  } finally {
    await database.close()
  }
}

const playersOf =
  (source: (database: ForeignDatabase) => Promise<Source>) => async (database: ForeignDatabase) => {
    const { total, players: all, left } = await source(database)
    const players: SourcePlayer[] = []
    for await (const player of all) players.push(player)
    return { total, players, left }
  }
const draslPlayers = playersOf(drasl)

describe('a dump', () => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'norn-dump-'))
  })
  after(() => rm(directory, { recursive: true, force: true }))
  const file = async (name: string, content: string | Uint8Array) => {
    const path = join(directory, name)
    await writeFile(path, content)
    return path
  }
  const refuses = async (content: string | Uint8Array, why: RegExp) =>
    assert.rejects(openForeign(await file('refused.sql', content)), why)

  test('of MariaDB says what its database says, also packed by gzip', { skip: withoutMariaDb }, async () => {
    const server = await startMariaDb()
    try {
      const { statements } = blessingInstallation('mariadb', 'bs_')
      const made = `create table odd (id int primary key auto_increment, \`text\` longtext, bytes varbinary(300),
        big bigint unsigned, price decimal(10,2), digits varchar(20), unique key (big, id))`
      const address = await server.fill('blessing', [
        ...statements,
        made,
        ...odd.map(
          (text) => `insert into odd (\`text\`, bytes, big, price, digits) values
            (x'${Buffer.from(text).toString('hex')}', x'00275c22ff', 9007199254740991, -1.5, '007')`,
        ),
        'insert into odd (id) values (100)',
      ])
      const { hostname, port } = new URL(address)
      const common = ['--no-defaults', `--host=${hostname}`, `--port=${port}`, '--user=root', '--hex-blob']
      const dumped = await printed('mysqldump', [...common, 'blessing'])
      const { odd: oddRows, ...direct } = await read(address, contents)
      const packed = await file('dump.sql.gz', gzipSync(dumped))
      const { odd: readRows, ...rest } = await read(packed, contents)
      assert.deepEqual(rest, direct)
      assert.equal(oddRows?.length, odd.length + 1)
      const texts = (rows: string[] | undefined) =>
        rows?.map((row) => JSON.parse(row)).map(({ text, digits }) => ({ text, digits }))
      assert.deepEqual(texts(readRows), texts(oddRows))
      const own = await read(packed, ({ query }) =>
        sql<object>`select hex(bytes) as bytes, big, price from odd limit 1`.execute(query),
      )
      assert.deepEqual({ ...own.rows[0] }, { bytes: '00275C22FF', big: 2 ** 53 - 1, price: -1.5 })
      // As other programs write it: names of columns, a row a statement.
      const other = [...common, '--skip-extended-insert', '--complete-insert', '--compact', 'blessing']
      const named = await file('named.sql', await printed('mysqldump', other))
      assert.deepEqual(await read(named, contents), { ...rest, odd: readRows })
      await refuses(dumped.slice(0, -1000), /not whole/)
      await refuses(`${dumped}${dumped}`, /has the table \w+ twice/)

      const others = [
        { name: 'ely', source: ely, made: elyInstallation() },
        { name: 'authme', source: authme, made: authmeInstallation('mariadb') },
      ]
      for (const { name, source, made } of others) {
        const its = await server.fill(name, made.statements)
        const whole = await file(`${name}.sql`, await printed('mysqldump', [...common, name]))
        const found = await read(whole, playersOf(source))
        assert.ok(found.players.length >= 1000)
        assert.deepEqual(found, await read(its, playersOf(source)))
        assert.deepEqual(await read(whole, contents), await read(its, contents))
      }
    } finally {
      await server.stop()
    }
  })

  test('of PostgreSQL gives the same players', { skip: withoutPsql }, async () => {
    const database = await databases.postgres()
    try {
      const { statements } = draslInstallation(true)
      const text = odd.map((each, n) => `insert into invites values (${quoted(each)}, '${n}')`)
      await fill(database.url, [...statements, ...text])
      // As pg_dump writes it; the one of this machine need not know a server as new as this.
      const tables = ['users', 'players', 'invites', 'user_oidc_identities']
      const copies = await Promise.all(
        tables.map(async (table) => {
          const rows = await printed('psql', ['-X', database.url, '-c', `copy ${table} to stdout`])
          return `COPY public.${table} FROM stdin;\n${rows}\\.\n\n\n`
        }),
      )
      const creates = statements.filter((statement) => statement.startsWith('create table'))
      const dumped = [
        '--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n\nSET standard_conforming_strings = on;\n',
        ...creates.map((create) => `${create.replace('create table ', 'CREATE TABLE public.')};\n\n`),
        ...copies,
        'ALTER TABLE ONLY public.invites\n    ADD CONSTRAINT invites_pkey PRIMARY KEY (code);\n\n\\unrestrict abc\n',
      ].join('')
      const path = await file('drasl.sql', dumped)
      assert.deepEqual(await read(path, draslPlayers), await read(database.url, draslPlayers))
      const { invites } = await read(path, contents)
      assert.deepEqual(invites?.map((row) => JSON.parse(row).code).sort(), ['abc', ...odd].sort())
      await refuses(dumped.slice(0, dumped.indexOf('COPY public.players') + 200), /not whole/)
      await refuses('PGDMP\u0001\u000E', /pg_restore -f dump\.sql/)
    } finally {
      await database.drop()
    }
  })

  test('of SQLite gives the same players', { skip: withoutSqlite }, async () => {
    const path = join(directory, 'drasl.db')
    const texts = odd.filter((text) => !text.includes('\n')).map((text) => `(${quoted(text)})`)
    await fill(path, [
      ...draslInstallation(false).statements,
      'create table odd (id integer primary key autoincrement, text varchar(99))',
      `insert into odd (text) values ${texts.join(', ')}`,
    ])
    const dumped = await file('sqlite.sql', await printed('sqlite3', [path, '.dump']))
    assert.deepEqual(await read(dumped, draslPlayers), await read(path, draslPlayers))
    assert.deepEqual((await read(dumped, contents))['odd'], (await read(path, contents))['odd'])
    const other = join(directory, 'authme.db')
    await fill(other, authmeInstallation('sqlite').statements)
    const its = await file('authme-sqlite.sql', await printed('sqlite3', [other, '.dump']))
    assert.deepEqual(await read(its, playersOf(authme)), await read(other, playersOf(authme)))
    await refuses('CREATE TABLE a (b text);\nINSERT INTO a VALUES(char(10));\n', /is computed \(char\)/)
    await refuses('INSERT INTO a VALUES(1);\n', /not its columns/)
  })

  test('has the same pieces wherever it is cut', async () => {
    const mysql = [
      '-- MySQL dump; no\n/*!40101 SET x */;\n/*M!999999\\- enable */\n',
      "CREATE TABLE `a` (`id` int, -- c;\n `b` enum('x;', 'it''s'), PRIMARY KEY (`id`));\n# a 'comment';\n",
      "INSERT INTO `a` VALUES (1,'it\\'s; -- \\\\'),(-2,'#/*x*/\\\\');\n/* c ' */ insert into a (b) values ('''');\n",
      '-- Dump completed\n',
    ]
    const postgres = [
      '-- PostgreSQL database dump\n\\restrict a\'b\nCREATE TABLE public.a (id text, "b;" bytea);\n',
      'COPY public.a (id, "b;") FROM stdin;\nx\\ty;\'\t\\\\x00\n--\t\\N\n\\.\n',
      "INSERT INTO public.a VALUES (E'a\\'b;', 'c\\');\n\\unrestrict a\n",
    ]
    const cut = async (text: string, size: number, hasBackslashes: boolean) => {
      async function* chunks() {
        for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
      }
      const pieces: string[] = []
      for await (const piece of piecesOf(chunks(), { hasBackslashes })) pieces.push(piece.text)
      return pieces
    }
    for (const [text, hasBackslashes, count] of [
      [mysql.join(''), true, 3],
      [postgres.join(''), false, 5],
    ] as const) {
      const whole = await cut(text, text.length, hasBackslashes)
      assert.equal(whole.length, count)
      for (const size of [1, 2, 3, 7]) assert.deepEqual(await cut(text, size, hasBackslashes), whole)
    }
  })

  test('of many rows in one statement is read as it comes, in pieces of any size', async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => `(${n},'${'x'.repeat(40)}${n}\\'')`)
    const content = `CREATE TABLE \`a\` (\`id\` int, \`b\` text);\nINSERT INTO \`a\` VALUES ${rows.join(',')};\n`
    assert.ok(content.length > 3_000_000)
    const found = await read(await file('long.sql', content), ({ query }) =>
      sql<object>`select count(*) as rows, max(b) as b from a where id = 59999 or b like '%x''x%'`.execute(
        query,
      ),
    )
    assert.deepEqual({ ...found.rows[0] }, { rows: 1, b: `${'x'.repeat(40)}59999'` })
  })
})
