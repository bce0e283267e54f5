import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchWeights } from '../../src/moving/import/batches.ts'
import { accountByKey } from '../../src/storage/accounts/accounts.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases, type FreshDatabase } from '../databases.ts'
import { makePng } from '../png.ts'
import { type Installation, install } from './norn.ts'

/** The first test vector of crypt_blowfish: the password is U*U. */
const bcrypt = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'

const lines = (...all: (object | string)[]) =>
  all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')

const account = (name: string, more: object = {}) => ({
  username: name,
  email: `${name}@example.org`,
  passwordHash: bcrypt,
  ...more,
})

/** Polls the database until an import has got this far. */
async function untilThereIs(username_folded: string, url: string): Promise<void> {
  const db = await openDatabase(url)
  try {
    await migrate(db)
    while (!(await accountByKey(db, { column: 'username_folded', value: username_folded }))) await sleep(2)
  } finally {
    await db.close()
  }
}

for (const [kind, fresh] of Object.entries(databases)) {
  describe(`account import (${kind})`, () => {
    let norn: Installation
    let database: FreshDatabase
    let variables: Record<string, string>

    before(async () => {
      norn = await install()
      database = await fresh()
      variables = { NORN_DATABASE_URL: database.url }
    })
    after(async () => {
      await norn.remove()
      await database.drop()
    })

    const importText = async (stdin: string) => {
      const { status, stdout, stderr } = await norn.run(['account', 'import', '-', '--json'], {
        stdin,
        variables,
      })
      return { status, stderr, ...JSON.parse(stdout) }
    }
    const show = async (name: string) => {
      const { stdout } = await norn.run(['account', 'show', name, '--json'], { variables })
      return JSON.parse(stdout)
    }

    test('imports every field of a line while the service runs, and its passwords work', async () => {
      const service = await norn.serve(variables)
      after(() => service.kill('SIGKILL'))
      const id = '0A1B2C3D-0000-4000-8000-00000000ABCD'
      const result = await importText(
        lines(
          account('Old', {
            id,
            language: 'pt-BR',
            createdAt: '2020-01-02T03:04:05Z',
            totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
            usernameHistory: [{ name: 'First' }, { name: 'Old', changedToAt: 1_600_000_000_000 }],
          }),
          { username: 'Plain', email: 'plain@example.org', password: 'hunter 2', id: null, createdAt: 0 },
        ),
      )
      assert.deepEqual(result, { status: 0, stderr: '', added: 2, linked: 0, unchanged: 0, refused: [] })

      const old = await show('Old')
      assert.equal(old.id, '0a1b2c3d00004000800000000000abcd')
      assert.deepEqual([old.language, old.totp], ['pt-BR', true])
      assert.equal(old.createdAt, '2020-01-02T03:04:05.000Z')
      assert.deepEqual(old.usernameHistory, [
        { name: 'First', changedToAt: '2020-01-02T03:04:05.000Z' },
        { name: 'Old', changedToAt: '2020-09-13T12:26:40.000Z' },
      ])
      assert.deepEqual((await show('Plain')).usernameHistory, [
        { name: 'Plain', changedToAt: '1970-01-01T00:00:00.000Z' },
      ])

      const signIn = async (username: string, password: string) => {
        const body = JSON.stringify({ username, password, clientToken: 'x' })
        const answer = await fetch(`${service.baseUrl}/auth/authenticate`, { method: 'POST', body })
        return [answer.status, ((await answer.json()) as { errorMessage?: string }).errorMessage]
      }
      assert.deepEqual(await signIn('old', 'U*U'), [401, 'Account protected with two factor auth.'])
      assert.deepEqual(await signIn('plain@example.org', 'hunter 2'), [200, undefined])
    })

    test('adds nothing twice and changes no existing account', async () => {
      const file = lines(account('Twice'), account('Once', { language: 'fr' }))
      assert.deepEqual((await importText(file)).added, 2)
      await norn.run(['account', 'password', 'Twice', '--password', 'new'], { variables })
      const more = lines(account('Twice'), account('Once', { language: 'de' }), account('Third'))
      const { added, unchanged, refused, status } = await importText(more)
      assert.deepEqual(
        { added, unchanged, refused, status },
        { added: 1, unchanged: 2, refused: [], status: 0 },
      )
      assert.equal((await show('Once')).language, 'fr')
    })

    test('reports each refused line and imports the others', async () => {
      const id = 'f'.repeat(31)
      await importText(lines(account('Taken', { id: `${id}0` })))
      const { added, unchanged, refused, status, stderr } = await importText(
        `\uFEFF${JSON.stringify(account('WithMark'))}\r\n\r\n   \n${lines(
          '{"username": "Half',
          '[]',
          { email: 'noname@example.org', passwordHash: bcrypt },
          account('a b'),
          account('NoHash', { passwordHash: undefined }),
          account('Both', { password: 'x' }),
          account('Crypt', { passwordHash: '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/' }),
          account('BadId', { id: 'f' }),
          account('BadTime', { createdAt: 'yesterday' }),
          account('BadTotp', { totpSecret: '1' }),
          account('BadLanguage', { language: '!' }),
          account('BadMail', { email: 'x' }),
          account('Long', { filler: 'x'.repeat(70_000) }),
          account('tAKEN', { email: 'else@example.org' }),
          account('Else', { email: 'TAKEN@example.org' }),
          account('Else2', { id: `${id}0` }),
          account('Same', { id: `${id}1` }),
          account('Same2', { id: `${id}1` }),
          account('Same'),
          account('SAME'),
          JSON.stringify(account('NoLineFeed')),
        )}`.trimEnd(),
      )
      const reasons = refused.map(({ line, reason }: { line: number; reason: string }) => [
        line,
        reason.split(/[ ;]/).slice(0, 3).join(' '),
      ])
      assert.deepEqual(reasons, [
        [4, 'the line is'],
        [5, 'the line must'],
        [6, 'the line must'],
        [7, 'username is not'],
        [8, 'give either passwordHash'],
        [9, 'give either passwordHash'],
        [10, 'passwordHash is incomplete'],
        [11, 'id is not'],
        [12, 'a time is'],
        [13, 'totpSecret is not'],
        [14, 'language is not'],
        [15, 'email is not'],
        [16, 'the line is'],
        [17, 'username belongs to'],
        [18, 'email belongs to'],
        [19, 'id belongs to'],
        [21, 'id belongs to'],
        [23, 'username belongs to'],
      ])
      assert.deepEqual([added, unchanged, status], [3, 1, 1])
      assert.match(stderr, /^line 4: the line is not JSON in UTF-8\n/)
      assert.match(stderr, /\nnorn: 18 lines were refused; correct the file and import it again\n$/)
      assert.equal((await show('Same')).id, `${id}1`)
    })

    test('an import that is killed halfway can be completed by running it again', async () => {
      const count = 10_000
      const file = lines(...Array.from({ length: count }, (_, index) => account(`Many${index}`)))
      const line = ['account', 'import', '-', '--json']
      const killWhen = () => untilThereIs('many999', database.url)
      // It waits for the end of the file: the last batch is never complete.
      const killed = await norn.run(line, { variables, stdin: file, keepsStdinOpen: true, killWhen })
      assert.equal(killed.status, null)
      const again = JSON.parse((await norn.run(line, { variables, stdin: file })).stdout)
      assert.equal(again.added + again.unchanged, count)
      assert.ok(again.unchanged > 0 && again.added > 0, `${again.unchanged} before it was killed`)
      // A batch is either there completely, with its names, or not at all.
      const { large, small } = batchWeights
      assert.equal((again.unchanged % (database.url.startsWith('sqlite') ? large : small)) % small, 0)
      for (const name of ['Many0', `Many${again.unchanged}`, `Many${count - 1}`]) {
        assert.equal((await show(name)).usernameHistory.length, 1)
      }
    })
  })
}

describe('account import', () => {
  let norn: Installation
  before(async () => {
    norn = await install()
  })
  after(() => norn.remove())

  test('keeps no more than a batch in memory: a heap smaller than the file is enough', async () => {
    const file = join(norn.directory, 'large.ndjson')
    writeFileSync(file, '')
    const filler = ' '.repeat(10_000)
    for (let start = 0; start < 12_000; start += 1000) {
      const many = Array.from({ length: 1000 }, (_, index) =>
        JSON.stringify(account(`L${start + index}`)).replace('{', `{${filler}`),
      )
      appendFileSync(file, lines(...many))
    }
    const { status, stdout, stderr } = await norn.run(['account', 'import', file, '--json'], {
      node: ['--max-old-space-size=48', '--max-semi-space-size=2'],
    })
    // One line every ten seconds, on a slow machine.
    assert.match(stderr, /^(?: *\d+%, [\d,]+ lines, [^\n]+\n)*$/)
    assert.deepEqual(JSON.parse(stdout), { added: 12_000, linked: 0, unchanged: 0, refused: [] })
    assert.equal(status, 0)
  })

  test('a dry run needs no database and leaves nothing behind; pictures are next to the file', async () => {
    const other = await install({ isEmpty: true })
    after(() => other.remove())
    const file = join(other.directory, 'players.ndjson')
    writeFileSync(
      join(other.directory, 'skin.png'),
      makePng(64, 64, () => [1, 2, 3, 255]),
    )
    writeFileSync(
      file,
      lines(account('Worn', { skin: 'skin.png' }), account('Bare', { cape: 'no.png', id: 1 })),
    )
    const dry = await other.run(['account', 'import', file, '--dry-run'])
    assert.equal(dry.stdout, 'dry run, nothing was changed: 1 to add, 0 unchanged, 1 to refuse\n')
    assert.match(
      dry.stderr,
      /^line 2: the line must .+\nnorn: 1 line would be refused; correct the file first\n$/,
    )
    assert.equal(dry.status, 1)
    assert.deepEqual(readdirSync(other.directory).toSorted(), ['players.ndjson', 'skin.png'])
    writeFileSync(file, lines(account('Worn', { skin: 'skin.png' }), account('Bare', { cape: 'no.png' })))
    const { stdout, stderr } = await other.run(['account', 'import', file, '--json'])
    assert.deepEqual(JSON.parse(stdout).added, 1)
    assert.match(stderr, /^line 2: the picture cannot be read; [^:]+: no\.png\n/)
  })

  test('reports the problem with the file', async () => {
    const missing = await norn.run(['account', 'import', 'nowhere'])
    assert.match(
      missing.stderr,
      /^norn: nowhere cannot be read \(ENOENT[^\n]+; give the path of a file, or - for standard input\n$/,
    )
    assert.equal(missing.status, 1)
    const directory = await norn.run(['account', 'import', norn.directory])
    assert.match(directory.stderr, /cannot be read \(it is a directory\)/)
  })

  test('draws a progress bar on a terminal', (t) => {
    // script(1) gives a program a terminal here.
    const file = join(norn.directory, 'bar.ndjson')
    writeFileSync(file, lines(...Array.from({ length: 9000 }, (_, index) => account(`Bar${index}`))))
    const { stdout, error } = spawnSync(
      'script',
      ['-qec', `"${process.execPath}" "${norn.program}" account import "${file}"`, '/dev/null'],
      { cwd: norn.directory, env: { ...process.env, NORN_TEXTURES_KEY_BITS: '2048' }, encoding: 'utf8' },
    )
    if (error) return t.skip('script(1) is not installed')
    assert.match(stdout, /\r\[#+\.+\] +\d+%, [\d,]+ lines, [\d,]+\/s, \d+ s left/)
    assert.match(stdout, /9000 added, 0 unchanged, 0 refused/)
  })
})
