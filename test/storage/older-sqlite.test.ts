// The file of the embedded database is opened by the SQLite that stable distributions have: for a look, for a repair.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases } from '../databases.ts'
import { fillWithSample } from './sample.ts'

/** Constructs that SQLite 3.37 (November 2021) can't parse, or has no function for, and since when it can. */
const tooNew: readonly (readonly [construct: RegExp, since: string])[] = [
  [/->>?/, '3.38'],
  [/\bunixepoch\s*\(/, '3.38'],
  [/\bformat\s*\(/, '3.38'],
  [/\bis\s+(?:not\s+)?distinct\s+from\b/, '3.39'],
  [/\b(?:right|full)\s+(?:outer\s+)?join\b/, '3.39'],
  [/\b(?:unhex|timediff|octet_length|concat|concat_ws)\s*\(/, '3.41 to 3.44'],
  [/\bjsonb?_(?:insert|replace|set|array|object|group|each|tree)b?\b.*\bjsonb\b|\bjsonb\b/, '3.45'],
  [/\bstring_agg\s*\(/, '3.44'],
  // Within the parentheses of an aggregate; a subquery has a select there.
  [
    /\b(?:group_concat|count|sum|total|avg|min|max|json_group_\w+)\s*\((?![^()]*\bselect\b)[^()]*\border\s+by\b/,
    '3.44',
  ],
  [/\bremove_diacritics\b/, '3.45'],
  [/\b(?:iif|if)\s*\([^(),]*,[^(),]*\)/, '3.48'],
]

/** The functions that the schema uses, all of which SQLite 3.37 has: others must be in its `pragma function_list`, too. */
const knownFunctions = new Set(['char', 'coalesce', 'fts5', 'group_concat', 'length', 'lower', 'substr'])

/** Names everything in a part of the schema that SQLite 3.37 lacks. `functions` are those of the SQLite that runs. */
function tooNewIn(sql: string, functions: ReadonlySet<string>): string[] {
  const text = sql.toLowerCase()
  const constructs = tooNew
    .filter(([construct]) => construct.test(text))
    .map(([construct, since]) => `${construct} of SQLite ${since}`)
  const called = [...text.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name)
  const unknown = called.filter((name) => functions.has(name) && !knownFunctions.has(name))
  return [...constructs, ...unknown.map((name) => `${name}(), which is not among the known functions`)]
}

function functionsOf(connection: DatabaseSync): ReadonlySet<string> {
  const rows = connection.prepare('select distinct name from pragma_function_list').all()
  return new Set(rows.map(({ name }) => String(name)))
}

async function filled(t: TestContext): Promise<string> {
  const { url, drop } = await databases.sqlite()
  t.after(drop)
  const db = await openDatabase(url)
  await migrate(db)
  await fillWithSample(db, 5)
  await db.close()
  return url.slice('sqlite:'.length)
}

/** Reads everything and changes a membership, whose triggers write the names of groups. */
const script = `
select count(*) from sqlite_master;
select count(*) from account;
insert into player_group (name, title, created_at) values ('zebra', 'Zebra', 1), ('ant', 'Ant', 1);
delete from group_member;
insert into group_member (account_id, group_name) select id, name from account, player_group
  where name in ('ant', 'zebra') and account.id like '%1' order by name desc;
select group_names from account where id like '%1';
delete from group_member where group_name = 'ant';
select group_names from account where id like '%1';`

const python = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for text in sys.argv[2].split(';'):
    for row in db.execute(text): print(row[0])
db.commit()`

describe('SQLite of stable distributions', () => {
  test('the schema has nothing that SQLite 3.37 can’t parse', async (t) => {
    const connection = new DatabaseSync(await filled(t), { readOnly: true })
    const rows = connection.prepare('select name, sql from sqlite_master where sql is not null').all()
    const functions = functionsOf(connection)
    connection.close()
    assert.ok(rows.length > 50)
    const found = rows.flatMap(({ name, sql }) =>
      tooNewIn(String(sql), functions).map((construct) => `${name} has ${construct}`),
    )
    assert.deepEqual(found, [])
  })

  for (const expression of [
    "string_agg(group_name, ' ' order by group_name)",
    "group_concat(group_name, ' ' order by group_name)",
    'unixepoch()',
    "details ->> 'name'",
    'iif(old.roles is null, 1)',
    "concat_ws(' ', new.username, new.email)",
    'old.email is not distinct from new.email',
    // What nobody has judged.
    'json_pretty(new.details)',
  ]) {
    test(`a trigger with ${expression} would be found`, () => {
      using connection = new DatabaseSync(':memory:')
      const trigger = `create trigger planted after insert on account begin
        update account set group_names = (select ${expression}) where id = new.id; end`
      assert.notDeepEqual(tooNewIn(trigger, functionsOf(connection)), [])
    })
  }

  for (const [program, args] of [
    ['sqlite3', (file: string) => [file, script]],
    ['python3', (file: string) => ['-c', python, file, script]],
  ] as const) {
    test(`${program} of this machine opens the file, and its writes keep the names of groups`, async (t) => {
      const file = await filled(t)
      const run = promisify(execFile)
      const written = await run(program, args(file)).catch((error) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (written === undefined) return t.skip(`no ${program}`)
      const [, accounts, both, one] = written.stdout.trim().split('\n')
      assert.deepEqual([accounts, both, one], ['5', 'ant zebra', 'zebra'])
    })
  }
})
