// A database of another program may hold anything in any column: SQLite keeps no types, and hands edit rows. One odd
// row is refused or read without the odd value; all others arrive, and a dry run says the same.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { authme } from '../../src/moving/programs/authme.ts'
import { blessing } from '../../src/moving/programs/blessing.ts'
import { drasl } from '../../src/moving/programs/drasl.ts'
import { ely } from '../../src/moving/programs/ely.ts'
import { fill, importFrom } from '../moving/source.ts'
import { onEveryDatabase } from '../service.ts'

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-odd-'))
})
after(() => rm(directory, { recursive: true, force: true }))

/** Values as SQLite literals: none, of other types, huge, binary, far off, negative. */
const odd = [
  'null',
  "''",
  '0',
  '-1',
  '1.5',
  '9223372036854775807',
  '-9223372036854775808',
  '1e308',
  "x'00ff'",
  "x''",
  "cast(x'ff41fe' as text)",
  "'a' || char(0) || 'b'",
  "'line' || char(10) || 'break'",
  "replace(hex(zeroblob(200000)), '00', 'x')",
  "'\u0065\u0301'",
  "'9999-99-99'",
  "'300000-01-01T00:00:00Z'",
  "'-5'",
]

type Row = Readonly<Record<string, string>>
interface Scene {
  name: string
  read: Parameters<typeof importFrom>[2]
  /** Tables with the good values of a row of number N. */
  tables: Record<string, (number: number) => Row>
}

const uuid = (number: number): string => `'00000000-0000-4000-8000-${String(number).padStart(12, '0')}'`
const hash = "'$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'"

const scenes: readonly Scene[] = [
  {
    name: 'drasl',
    read: drasl,
    tables: {
      users: (n) => ({
        uuid: uuid(n),
        username: `'u${n}@example.test'`,
        is_admin: '0',
        is_locked: '0',
        password_salt: "x'3031'",
        password_hash: "x'3031'",
        preferred_language: "'en'",
      }),
      players: (n) => ({
        uuid: uuid(n + 1000),
        name: `'Player_${n}'`,
        user_uuid: uuid(n),
        created_at: "'2024-01-01 00:00:00'",
        name_last_changed_at: "'2024-01-01 00:00:00'",
        skin_hash: 'null',
        skin_model: 'null',
        cape_hash: 'null',
      }),
      user_oidc_identities: (n) => ({
        user_uuid: uuid(n),
        issuer: "'https://discord.com'",
        subject: `'${n}'`,
      }),
    },
  },
  {
    name: 'blessing',
    read: blessing,
    tables: {
      users: (n) => ({
        uid: String(n),
        email: `'u${n}@example.test'`,
        password: hash,
        locale: 'null',
        score: '0',
        permission: '0',
        register_at: "'2024-01-01 00:00:00'",
      }),
      players: (n) => ({
        pid: String(n),
        uid: String(n),
        name: `'Player_${n}'`,
        tid_skin: '0',
        tid_cape: '0',
      }),
      textures: (n) => ({ tid: String(n + 5000), type: "'steve'", hash: "'abc'" }),
      uuid: (n) => ({ id: String(n), name: `'Player_${n}'`, uuid: uuid(n + 1000) }),
      options: (n) => ({ option_name: `'o${n}'`, option_value: "'x'" }),
    },
  },
  {
    name: 'ely',
    read: ely,
    tables: {
      accounts: (n) => ({
        id: String(n),
        uuid: uuid(n + 1000),
        username: `'Player_${n}'`,
        email: `'u${n}@example.test'`,
        password_hash: hash,
        password_hash_strategy: '1',
        lang: "'en'",
        status: '10',
        otp_secret: 'null',
        is_otp_enabled: '0',
        created_at: '1500000000',
        deleted_at: 'null',
      }),
      usernames_history: (n) => ({
        id: String(n),
        username: `'Player_${n}'`,
        account_id: String(n),
        applied_in: '1500000000',
      }),
    },
  },
  {
    name: 'authme',
    read: (database) => authme(database),
    tables: {
      authme: (n) => ({
        username: `'player_${n}'`,
        realname: `'Player_${n}'`,
        password: hash,
        salt: 'null',
        email: `'u${n}@example.test'`,
        totp: 'null',
        regdate: '1500000000000',
        premiumuuid: uuid(n + 1000),
      }),
    },
  },
]

/** Row 1 is good, then one row for each odd value of each column of each table, and a good one at the end. */
function statementsOf({ tables }: Scene): { statements: string[]; rows: number; what: string[] } {
  const variants: { table: string; column: string; value: string }[] = []
  for (const [table, rowOf] of Object.entries(tables))
    for (const column of Object.keys(rowOf(1)))
      for (const value of odd) variants.push({ table, column, value })
  const statements: string[] = []
  const what: string[] = []
  for (const [table, rowOf] of Object.entries(tables))
    statements.push(`create table ${table} (${Object.keys(rowOf(1)).join(', ')})`)
  for (let number = 1; number <= variants.length + 2; number++) {
    const variant = variants[number - 2]
    what.push(variant ? `${variant.table}.${variant.column} = ${variant.value.slice(0, 40)}` : 'good')
    for (const [table, rowOf] of Object.entries(tables)) {
      const row = { ...rowOf(number), ...(variant?.table === table && { [variant.column]: variant.value }) }
      statements.push(
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`,
      )
    }
  }
  return { statements, rows: variants.length + 2, what }
}

onEveryDatabase('odd columns', (start) => {
  for (const scene of scenes)
    test(`${scene.name}: one odd value costs at most its own row`, async () => {
      const service = await start()
      const file = join(
        directory,
        `${scene.name}-${service.context.config.databaseUrl.startsWith('postgres')}.db`,
      )
      const { statements, rows, what } = statementsOf(scene)
      await fill(file, statements)
      const dry = await importFrom(service, file, scene.read, { folder: directory, isDryRun: true })
      const done = await importFrom(service, file, scene.read, { folder: directory })
      const all = await service.context.db.query.selectFrom('account').select(['id', 'username']).execute()
      const ids = new Set(all.map(({ username }) => username))
      const missing = what.filter((_, index) => !ids.has(`Player_${index + 1}`))
      const { players_without_user: alone = 0 }: { players_without_user?: number } = done.left
      assert.deepEqual(dry, done)
      assert.ok(ids.has('Player_1') && ids.has(`Player_${rows}`))
      assert.ok(
        !missing.some(
          (each) =>
            !/\.(?:uuid|uid|user_uuid|name|username|realname) = |x'00ff'|char\(0\)|hash = replace/.test(each),
        ),
        missing.join('\n'),
      )
      // No row is lost without a word. Names that are missing, empty or binary and empty share their place in the report.
      const told = done.added + Object.keys(done.refused).length + alone + 2
      assert.ok(told >= rows, `${told} of ${rows}`)
    })
})
