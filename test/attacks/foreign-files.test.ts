// SQLite files that would keep an import busy forever, and files that are no longer read at all.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, install } from '../cli/norn.ts'

const endless = 'with recursive endless(n) as (select 1 union all select n + 1 from endless) select'
const table = 'create table authme (id integer primary key, username text, realname text, password text)'

describe('a file that supposedly comes from another program', () => {
  let norn: Installation
  before(async () => {
    norn = await install()
  })
  after(() => norn.remove())

  const path = (name: string) => join(norn.directory, name)

  function makeDatabase(name: string, ...statements: string[]): string {
    const database = new DatabaseSync(path(name))
    for (const statement of statements) database.exec(statement)
    database.close()
    return path(name)
  }

  async function assertRefused(file: string, why: RegExp): Promise<void> {
    // Kills the process if it has not exited by itself.
    const killWhen = () => sleep(20_000, undefined, { ref: false })
    const { status, stderr } = await norn.run(['import', '--from', 'authme', file], { killWhen })
    assert.equal(status, 1, stderr)
    assert.match(stderr, why)
    assert.ok(stderr.includes(file), 'it names the file')
  }

  test('a view over an endless recursion is not read', async () => {
    const columns = "n as id, 'Steve' as username, 'Steve' as realname, 'x' as password"
    const file = makeDatabase('view.db', `create view authme as ${endless} ${columns} from endless`)
    await assertRefused(file, /it has no table authme/)
  })

  test('a table with a computed column is not read either', async () => {
    const file = makeDatabase(
      'generated.db',
      table.replace('password text', 'password text as (hex(zeroblob(100000000))) virtual'),
      "insert into authme (username, realname) values ('steve', 'Steve')",
    )
    await assertRefused(file, /it has no table authme/)
  })

  test('pages that refer to each other in a circle are found before they are read', async () => {
    const file = makeDatabase(
      'circle.db',
      'pragma page_size = 512',
      table,
      ...Array.from({ length: 200 }, (_, n) => `insert into authme values (${n}, 'steve${n}', '', 'x')`),
    )
    const bytes = readFileSync(file)
    // The second page is the root of the table, an interior page (5); byte 8 names its last child.
    assert.equal(bytes[512], 5)
    bytes.writeUInt32BE(2, 512 + 8)
    writeFileSync(file, bytes)
    await assertRefused(file, /the file is damaged/)
  })

  test('a dump is refused immediately, with advice', async () => {
    const file = path('dump.sql')
    writeFileSync(file, `-- MySQL dump\n${"insert into authme values (1, 'x');\n".repeat(100_000)}`)
    await assertRefused(file, /it is not a SQLite database; load a dump into an empty database first/)
  })
})
