// The files of a game server as operators have them: empty, edited, written by a plugin.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { attackStored } from '../attacks/installed.ts'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const player = (number: number, more: object = {}) => ({
  uuid: uuid(number),
  name: `NAME_${number}`,
  ...more,
})

interface Reported {
  added: number
  remarks: { name: string; remark: string }[]
}

attackStored(
  'import --from usercache names the file and the place of what it leaves out',
  async (norn, t) => {
    const directory = await mkdtemp(join(tmpdir(), 'norn-players-'))
    t.after(() => rm(directory, { recursive: true, force: true }))
    let folders = 0
    /** Imports from a folder with these files. A text is written as it is. */
    const importAll = async (files: Record<string, unknown>, file = 'usercache.json') => {
      const folder = join(directory, String(folders++))
      await mkdir(folder)
      for (const [name, content] of Object.entries(files)) {
        await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
      }
      const line = ['import', '--from', 'usercache', join(folder, file)]
      const json = await norn.run([...line, '--json'])
      const report = json.stdout === '' ? undefined : (JSON.parse(json.stdout) as Reported)
      return { ...report, status: json.status, stderr: json.stderr }
    }
    const shown = (name: string) => norn.json('account', 'show', name)

    const none = await importAll({ 'whitelist.json': [player(1)], 'ops.json': '' }, 'whitelist.json')
    assert.deepEqual([none.status, none.added], [0, 1])
    assert.match(none.stderr, /^ops\.json: the file is empty$/m)
    assert.doesNotMatch(none.stderr, /picture|whitelist/)

    const ban = { created: '2026-11-01 10:00:00 +0100', source: 'Server', reason: 'Banned by an operator.' }
    const unreadable = await importAll({
      'usercache.json': [player(2), player(3), player(4)],
      'banned-players.json': [
        player(2, { ...ban, expires: null }),
        player(3, { ...ban, expires: '2025-12-01' }),
        player(4, { ...ban, expires: 'forever', reason: '§cGriefing\n§7Appeal at example.org' }),
        player(9, ban),
      ],
    })
    assert.deepEqual([unreadable.status, unreadable.added], [0, 3])
    assert.match(
      unreadable.stderr,
      /^NAME_2: is banned there until a time .*: banned-players\.json, entry 1, expires null$/m,
    )
    assert.match(
      unreadable.stderr,
      /^NAME_4: arrives with one line of the reason .*: banned-players\.json, entry 3$/m,
    )
    assert.doesNotMatch(unreadable.stderr, /NAME_3: is banned|picture/)
    const left = await norn.run(['import', '--from', 'usercache', join(directory, '1', 'usercache.json')])
    assert.match(left.stdout, /left behind: 1 bans? of players whom the file does not list/)
    assert.equal((await shown('NAME_2')).suspended, false)
    assert.equal((await shown('NAME_3')).suspended, false)
    const { suspended, suspensionReason } = await shown('NAME_4')
    assert.deepEqual([suspended, suspensionReason], [true, '§cGriefing'])

    const broken = await importAll({ 'usercache.json': [player(5)], 'banned-players.json': '[{"uuid": "' })
    assert.deepEqual([broken.status, broken.added], [0, 1])
    assert.match(broken.stderr, /^banned-players\.json: the file is not JSON/m)
    for (const [content, why] of [
      ['', /usercache\.json cannot be read: it is empty/],
      ['[{', /usercache\.json cannot be read: it is not JSON/],
      ['{}', /usercache\.json cannot be read: it is not a list of players/],
      ['null', /usercache\.json cannot be read: it is not a list of players/],
    ] as const) {
      const { status, stderr } = await importAll({ 'usercache.json': content, 'ops.json': [player(5)] })
      assert.deepEqual([status, why.test(stderr)], [1, true], stderr)
    }
    const marked = await importAll({ 'usercache.json': `\ufeff${JSON.stringify([player(6)])}` })
    assert.equal(marked.added, 1)
  },
)

attackStored('import says once what is true of thousands of players', async (norn, t) => {
  const directory = await mkdtemp(join(tmpdir(), 'norn-players-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'usercache.json')
  await writeFile(file, JSON.stringify(Array.from({ length: 2000 }, (_, number) => player(number + 1))))
  await writeFile(join(directory, 'ops.json'), JSON.stringify([player(1), player(2)]))
  const { stdout, stderr } = await norn.run(['import', '--from', 'usercache', file, '--json'])
  const lines = stderr.trim().split('\n')
  const remarks = lines.filter((line) => /password|operator/.test(line))
  assert.match(remarks[0] ?? '', /^NAME_1: is an operator/)
  assert.match(remarks[1] ?? '', /^NAME_2: is an operator/)
  assert.match(remarks[2] ?? '', /^each of 2,000 players \(NAME_1, NAME_2, NAME_3, …\) has no password yet; /)
  assert.equal(remarks.length, 3)
  assert.ok(lines.length < 20, stderr)
  assert.equal((JSON.parse(stdout) as Reported).remarks.length, 2002)
})

attackStored('import --from authme asks for the method where digits do not show it', async (norn, t) => {
  const directory = await mkdtemp(join(tmpdir(), 'norn-authme-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'authme.db')
  const database = new DatabaseSync(file)
  database.exec(`create table authme (username text, realname text, password text);
    insert into authme values ('test_player00', 'Test_Player00', '9b361c66977bb059d460a20d3c21fb3394772df5')`)
  database.close()
  const line = ['import', '--from', 'authme', file]
  const dry = await norn.run([...line, '--dry-run'])
  assert.match(
    dry.stderr,
    /Test_Player00: arrives with a password that several methods store alike.*read as SHA1; may also be SMF/,
  )
  const wrong = await norn.run([...line, '--algorithm', 'SMF2'])
  assert.deepEqual(
    [wrong.status, /--algorithm is "SMF2"; write passwordHash .*SMF/.test(wrong.stderr)],
    [2, true],
  )
  const other = await norn.run(['import', '--from', 'ely', file, '--algorithm', 'SMF'])
  assert.match(other.stderr, /--algorithm is not for ely/)
  const done = await norn.run([...line, '--algorithm', 'SMF'])
  assert.equal(done.status, 0)
  assert.doesNotMatch(done.stderr, /alike/)
})
