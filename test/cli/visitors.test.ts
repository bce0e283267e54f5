// The commands for visitors, and for whom a neighbour may admit.
import assert from 'node:assert/strict'
import { attackStored } from '../attacks/installed.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'

const now = Date.UTC(2026, 0, 1)

attackStored('commands list visitors, suspend, restore, release, export and purge them', async (norn) => {
  await norn.json(
    'neighbour',
    'add',
    'other',
    '--kind',
    'vendor',
    '--root',
    'http://127.0.0.1:9',
    '--private',
  )
  const db = await norn.db()
  for (const [number, name, neighbour] of [
    [1, 'First', 'other'],
    [2, 'Second', 'other'],
    [3, 'Third', 'gone'],
  ] as const) {
    await storeVisitor({ db, clock: () => now }, { id: uuid(number), name, neighbour })
  }
  const refused = async (line: string, expected: number, reason: RegExp) => {
    const { status, stderr } = await norn.run(line.split(' '))
    assert.deepEqual([status, reason.test(stderr)], [expected, true], `${line}: ${stderr}`)
  }
  const at = new Date(now).toISOString()
  const first = {
    name: 'First',
    id: uuid(1),
    neighbour: 'other',
    state: 'known',
    firstSeen: at,
    lastSeen: at,
    joins: 1,
    account: null,
  }
  assert.deepEqual(await norn.json('visitor', 'show', 'FIRST@other'), first)
  assert.deepEqual(await norn.json('visitor', 'show', uuid(1)), first)
  const names = async (...line: string[]) =>
    (await norn.json('visitor', 'list', ...line)).map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(), ['First', 'Second', 'Third'])
  assert.deepEqual(await names('--neighbour', 'gone'), ['Third'])
  assert.deepEqual(await names('--limit', '1', '--after', uuid(1)), ['Second'])
  await refused('visitor list --limit 0', 2, /--limit is "0"/)
  for (const wrong of ['First@gone', 'Nobody@other', 'First', '@', uuid(9)]) {
    await refused(`visitor show ${wrong}`, 1, /the visitor does not exist/)
  }

  const suspended = await norn.json('visitor', 'suspend', 'First@other', '--reason', 'griefing')
  const suspension = { state: 'suspended', suspendedUntil: null, suspensionReason: 'griefing' }
  assert.deepEqual(suspended, { ...first, ...suspension })
  await refused('visitor suspend First@other --until yesterday', 2, /--until is "yesterday"/)
  assert.deepEqual(await norn.json('visitor', 'restore', 'First@other'), first)

  const exported = await norn.run(['visitor', 'export', '--neighbour', 'other'])
  const lines = exported.stdout.trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).name),
    ['First', 'Second'],
  )

  await refused('account create --username first --email a@example.org --password secret', 1, /taken/)
  await refused('visitor release Nobody', 1, /no visitor has the name/)
  assert.deepEqual(await norn.json('visitor', 'release', 'FIRST'), { name: 'FIRST', id: uuid(1) })
  await norn.json(
    'account',
    'create',
    '--username',
    'First',
    '--email',
    'a@example.org',
    '--password',
    'secret',
  )
  await refused('visitor release First', 1, /no visitor has the name/)
  assert.deepEqual(await norn.json('visitor', 'purge', '--neighbour', 'other'), {
    neighbour: 'other',
    visitors: 2,
  })
  assert.deepEqual(await names(), ['Third'])
  assert.equal((await norn.json('visitor', 'purge', '--neighbour', 'other')).visitors, 0)

  await norn.json('server', 'add', 'lobby', '--neighbour', 'other')
  await norn.json('neighbour', 'list-name', 'other', 'Second')
  await norn.json('neighbour', 'list-name', 'other', 'SECOND')
  await norn.json('neighbour', 'list-name', 'other', 'Second', '--server', 'lobby')
  const { listed } = await norn.json('neighbour', 'show', 'other')
  assert.deepEqual(listed, [
    { name: 'second', server: null },
    { name: 'second', server: 'lobby' },
  ])
  await norn.json('neighbour', 'unlist-name', 'other', 'second')
  await refused('neighbour unlist-name other second', 1, /not listed there/)
  await refused('neighbour list-name other a/b', 1, /username is not allowed/)
  await refused('neighbour list-name nobody Steve', 1, /neighbour does not exist/)
  await refused('neighbour list-name other Steve --server nobody', 1, /game server does not exist/)
  await norn.json('server', 'remove', 'lobby')
  assert.deepEqual((await norn.json('neighbour', 'show', 'other')).listed, [])

  await norn.json('server', 'add', 'survival')
  const server = await norn.json('server', 'set', 'survival', '--who', 'known', '--source-property', 'on')
  assert.equal(server.who, 'known')
  assert.equal('who' in (await norn.json('server', 'set', 'survival', '--no-who')), false)
  await refused('server set survival --who known --no-who', 2, /exclude each other/)
  await refused('server set survival --who friends', 2, /--who is "friends"/)

  const rows = await db.query
    .selectFrom('audit_entry')
    .select('event')
    .where('event', 'like', 'visitor.%')
    .execute()
  assert.deepEqual(rows.map(({ event }) => event).sort(), [
    'visitor.purged',
    'visitor.released',
    'visitor.restored',
    'visitor.suspended',
  ])
})
