// Import lines that name groups: hostile, too many, or refused for another reason. And the groups and servers in an export.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackStored, type Installed } from './installed.ts'

const player = (number: number, more: object = {}) => ({
  username: `Player_${number}`,
  passwordHash: '!',
  ...more,
})

async function importLines({ run }: Installed, lines: readonly object[], ...options: string[]) {
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { stdout, stderr } = await run(['account', 'import', '-', ...options, '--json'], { stdin })
  assert.doesNotMatch(stderr, /\n\s+at /)
  const { added, unchanged, refused } = JSON.parse(stdout)
  const reasons = refused.map(({ line, reason }: { line: number; reason: string }) => [
    line,
    reason.slice(0, 30),
  ])
  return { added, unchanged, refused: Object.fromEntries(reasons) }
}

async function groupsOf({ json }: Installed): Promise<Record<string, number>> {
  const listed: { name: string; members: number }[] = await json('group', 'list')
  return Object.fromEntries(listed.map(({ name, members }) => [name, members]))
}

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `g${from + at}`)

attackStored('a line with hostile groups is refused, and a refused line creates no group', async (norn) => {
  const { run, json, steve } = norn
  await steve()
  await json('account', 'rename', 'Steve', 'Stephen')
  const malformed = [
    ['Staff'],
    [''],
    ['-a'],
    ['a'.repeat(33)],
    ['../x'],
    ['staff\0'],
    ['staff\n'],
    ['stаff'],
    ['\ud800'],
    ["a'); drop table player_group; --"],
    ['__proto__'],
    'staff',
    [['staff']],
    [null],
    [{ name: 'staff' }],
    { 0: 'staff' },
  ]
  const lines = [
    ...malformed.map((groups, index) => player(index, { groups })),
    player(100, { groups: ['constructor', 'staff', 'staff', 'staff'] }),
    player(101, { groups: [] }),
    player(102, { groups: null }),
    { ...player(103, { groups: ['of-a-held-name'] }), username: 'Steve' },
    { ...player(104, { groups: ['of-a-taken-name'] }), username: 'Stephen' },
    player(105, { groups: ['of-no-picture'], skin: 'nowhere.png' }),
    player(106, { groups: ['of-a-bad-role'], roles: ['owner'] }),
    player(107, { groups: names(0, 10_000) }),
  ]
  for (const option of ['--dry-run', '--reserved']) {
    const { added, refused } = await importLines(norn, lines, option)
    assert.equal(added, 3)
    const reasons: Record<number, string> = {}
    for (let line = 1; line <= 10; line++) reasons[line] = 'an entry of groups is not the '
    for (let line = 12; line <= 16; line++) reasons[line] = 'the line must be an object wit'
    for (const line of [6, 9]) reasons[line] = 'a text of the line contains NU'
    assert.deepEqual(refused, {
      ...reasons,
      11: 'an entry of groups is not the ',
      20: 'username is held for the playe',
      21: 'username belongs to another ac',
      22: 'the picture cannot be read; ch',
      23: 'roles contains something other',
      24: 'the line is longer than 64 KiB',
    })
    const made =
      option === '--dry-run'
        ? []
        : [
            ['constructor', 1],
            ['staff', 1],
          ]
    assert.deepEqual(Object.entries(await groupsOf(norn)), made)
  }
  assert.deepEqual((await json('account', 'show', 'Player_100')).groups, ['constructor', 'staff'])
  const events = (await run(['audit', 'list', '--event', 'group.member_added', '--json'])).stdout
  assert.equal(JSON.parse(events).length, 2)
})

attackStored(
  'an import creates no more groups than are allowed, and no incomplete memberships',
  async (norn) => {
    const { json } = norn
    await json('group', 'create', 'staff')
    const { query } = await norn.db()
    const existing = { title: 'Existing', colour: null, created_at: 1 }
    const rows = names(0, 989).map((name) => ({ name, ...existing }))
    await query.insertInto('player_group').values(rows).execute()
    const lines = [
      player(0, { groups: ['g0', 'new-0', 'new-1', 'new-2', 'new-3', 'new-4', 'new-5'] }),
      player(1, { groups: ['new-6', 'new-7', 'new-8'] }),
      player(2, { groups: ['staff', 'one-too-many', 'two-too-many'] }),
      player(3, { groups: ['staff', 'new-8'] }),
      player(4, { groups: names(0, 1001) }),
    ]
    const refused = { 3: 'with its groups there would be', 5: 'with its groups there would be' }
    assert.deepEqual(await importLines(norn, lines, '--dry-run'), { refused, added: 3, unchanged: 0 })
    assert.equal(Object.keys(await groupsOf(norn)).length, 990)
    assert.deepEqual(await importLines(norn, lines), { refused, added: 3, unchanged: 0 })
    assert.deepEqual(await importLines(norn, lines), { refused, added: 0, unchanged: 3 })
    const groups = await groupsOf(norn)
    assert.equal(Object.keys(groups).length, 999)
    assert.deepEqual([groups['g0'], groups['g1'], groups['new-8'], groups['staff']], [1, 0, 2, 1])
  },
)

attackStored(
  'thousands of members are exported and imported, and nothing of a server is exported',
  async (norn) => {
    const { json, run } = norn
    const lines = Array.from({ length: 2000 }, (_, number) =>
      player(number, { groups: number % 2 === 0 ? ['all', 'even'] : ['all'] }),
    )
    assert.equal((await importLines(norn, lines)).added, 2000)
    assert.deepEqual(await groupsOf(norn), { all: 2000, even: 1000 })
    await json('group', 'set', 'all', '--title', 'Everybody')
    const { root } = await json('server', 'add', 'survival', '--title', 'Secret valley', '--group', 'even')
    const rotated = await json('server', 'rotate', 'survival')
    const folder = await mkdtemp(join(tmpdir(), 'norn-exported-'))
    try {
      const file = join(folder, 'accounts.ndjson')
      await json('export', file)
      const text = await readFile(file, 'utf8')
      for (const address of [root, rotated.root]) assert.ok(!text.includes(address.split('/').at(-1)))
      assert.doesNotMatch(text, /survival|Secret valley|Everybody/)
      const exported = text.trim().split('\n')
      assert.equal(exported.length, 2000)
      for (const each of await json('group', 'list')) await json('group', 'delete', each.name)
      const again = exported.map((line) => {
        const { id: _, ...account } = JSON.parse(line)
        return JSON.stringify({ ...account, username: account.username.replace('Player', 'Back') })
      })
      await writeFile(file, again.join('\n'))
      assert.equal((await run(['account', 'import', file])).status, 0)
      assert.deepEqual(await groupsOf(norn), { all: 2000, even: 1000 })
      assert.deepEqual((await json('account', 'show', 'Back_2')).groups, ['all', 'even'])
      assert.deepEqual((await json('server', 'show', 'survival')).groups, ['even'])
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

attackStored('an import from another program adds its players to existing groups', async (norn) => {
  const { json, run } = norn
  const folder = await mkdtemp(join(tmpdir(), 'norn-whitelist-'))
  try {
    const file = join(folder, 'whitelist.json')
    const listed = ['Alex', 'Robin'].map((name, at) => ({ name, uuid: `${at + 1}`.padStart(32, 'a') }))
    await writeFile(file, JSON.stringify(listed))
    const line = ['import', '--from', 'usercache', file, '--group']
    await json('group', 'create', 'survival')
    for (const option of ['survivall', 'Survival', '', '../x']) {
      const { status, stderr } = await run([...line, 'survival', '--group', option])
      assert.deepEqual([status, /the group does not exist/i.test(stderr)], [1, true], stderr)
    }
    assert.deepEqual(await json('account', 'list'), [])
    assert.equal((await json(...line, 'survival', '--dry-run')).added, 2)
    assert.deepEqual(await groupsOf(norn), { survival: 0 })
    assert.equal((await json(...line, 'survival')).added, 2)
    assert.deepEqual(await groupsOf(norn), { survival: 2 })
    await json('group', 'remove', 'survival', 'Alex')
    assert.equal((await json(...line, 'survival')).unchanged, 2)
    assert.deepEqual(await groupsOf(norn), { survival: 1 }, 'a removed member is not added again')
  } finally {
    await rm(folder, { recursive: true })
  }
})
