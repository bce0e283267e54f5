// Links to providers of sign-ins go out with an account and come in again; a provider that is not here, and somebody who
// has another account, are told before anything is changed.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackStored, type Installed } from '../attacks/installed.ts'

const player = (username: string, linked?: unknown) => ({ username, passwordHash: '!', linked })
const at = (provider: string, subject: string) => ({ provider, subject })

async function addProvider({ run }: Installed, name: string, preset: string): Promise<void> {
  const line = ['provider', 'add', name, '--preset', preset, '--client-id', 'norn', '--client-secret-stdin']
  const { status, stderr } = await run(line, { stdin: 'kept for nobody' })
  assert.equal(status, 0, stderr)
}

async function importLines({ run }: Installed, lines: readonly object[], ...options: string[]) {
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { stdout, stderr } = await run(['account', 'import', '-', ...options, '--json'], { stdin })
  assert.doesNotMatch(stderr, /\n\s+at /)
  const { refused, ...counts } = JSON.parse(stdout)
  const reasons = refused.map(({ line, reason }: { line: number; reason: string }) => [line, reason])
  return { ...counts, refused: Object.fromEntries(reasons) as Record<number, string> }
}

const linkedOf = async ({ json }: Installed, username: string) =>
  (await json('account', 'show', username)).linked.map(({ provider, subject }: ReturnType<typeof at>) =>
    at(provider, subject),
  )

attackStored(
  'links go out and in again without loss, twice is once, and a dry run counts them',
  async (norn) => {
    const { json, run } = norn
    await addProvider(norn, 'discord', 'discord')
    await addProvider(norn, 'code', 'github')
    const both = [at('code', '583231'), at('discord', '80351110224678912')]
    const lines = [player('Steve', both), player('Alex', [at('discord', 'zwölf "…" 👋')]), player('Robin')]
    const counts = { added: 3, linked: 3, unchanged: 0, refused: {} }
    assert.deepEqual(await importLines(norn, lines, '--dry-run'), counts)
    assert.deepEqual(await json('account', 'list'), [])
    assert.deepEqual(await importLines(norn, lines), counts)
    assert.deepEqual(await importLines(norn, lines), { added: 0, linked: 0, unchanged: 3, refused: {} })
    assert.deepEqual(await linkedOf(norn, 'Steve'), both)

    const events = await json('audit', 'list', '--event', 'account.linked')
    const recorded = events.map(({ details }: { details: object }) => JSON.stringify(details)).sort()
    assert.deepEqual(recorded, [
      '{"provider":"code","name":"583231"}',
      '{"provider":"discord","name":"80351110224678912"}',
      JSON.stringify({ provider: 'discord', name: 'zwölf "…" 👋' }),
    ])
    assert.equal((await (await norn.db()).query.selectFrom('mail').selectAll().execute()).length, 0)

    const folder = await mkdtemp(join(tmpdir(), 'norn-linked-'))
    try {
      const [first, second] = [join(folder, 'first.ndjson'), join(folder, 'second.ndjson')]
      await json('export', first)
      const exported = await readFile(first, 'utf8')
      assert.ok(exported.includes(`"linked":${JSON.stringify(both)}`))
      assert.doesNotMatch(exported, /"linked":\[\]/)
      for (const username of ['Steve', 'Alex', 'Robin']) await json('account', 'delete', username)
      const { stdout } = await run(['account', 'import', first])
      assert.equal(
        stdout,
        '3 added, 0 unchanged, 0 refused\nsingle sign-on: 3 links to providers were kept\n',
      )
      await json('export', second)
      assert.equal(await readFile(second, 'utf8'), exported)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

attackStored('a link that can’t be kept refuses its line, with the value and what to do', async (norn) => {
  await addProvider(norn, 'discord', 'discord')
  await importLines(norn, [player('Holder', [at('discord', 'taken')])])
  const lines = [
    player('Nowhere', [at('discord', '1'), at('school', '1')]),
    player('Thief', [at('discord', 'taken')]),
    player('First', [at('discord', 'same')]),
    player('Second', [at('discord', 'same')]),
    player('Twice', [at('discord', '2'), at('discord', '3')]),
    player('Empty', [at('discord', '')]),
    player('Long', [at('discord', 'x'.repeat(255))]),
    player('Lines', [at('discord', 'a\nb')]),
    player('Nul', [at('discord', 'a\0b')]),
    player('Extra', [{ ...at('discord', '4'), name: 'x' }]),
    player('Text', 'discord'),
    player('None', null),
    player('Case', [at('discord', 'TAKEN')]),
    player('Proto', [at('__proto__', '1')]),
  ]
  for (const option of ['--dry-run', '--reserved']) {
    const { refused, ...counts } = await importLines(norn, lines, option)
    assert.deepEqual(counts, { added: 3, linked: 2, unchanged: 0 }, JSON.stringify(refused))
    assert.match(refused[1] ?? '', /not here; add it first with "norn provider add" .*: "school"$/)
    assert.match(refused[2] ?? '', /has another account here; "norn account unlink" .*: discord "taken"$/)
    assert.match(refused[4] ?? '', /another account here.*: discord "same"$/)
    assert.match(refused[5] ?? '', /two entries of one provider, or more than 10/)
    for (const line of [6, 7, 8])
      assert.match(refused[line] ?? '', /^a subject in linked is empty, longer than 254/)
    assert.match(refused[9] ?? '', /contains NUL/)
    assert.match(refused[10] ?? '', /"linked\.name"$/)
    assert.match(refused[11] ?? '', /must be an object/)
    assert.match(refused[14] ?? '', /: "__proto__"$/)
    assert.equal(Object.keys(refused).length, 11)
  }
  assert.deepEqual(await linkedOf(norn, 'First'), [at('discord', 'same')])
  const stored = await (await norn.db()).query
    .selectFrom('account')
    .select('username')
    .orderBy('username')
    .execute()
  assert.deepEqual(
    stored.map(({ username }) => username),
    ['Case', 'First', 'Holder', 'None'],
  )
})
