import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { after, before, test } from 'node:test'
import type { AuditEntry } from '../../src/model/records/audit.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { until } from '../until.ts'
import { createSteve, type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

interface Verdict {
  seals: number
  entries: number
  unsealed: number
  head: string | null
  problems: { problem: string; seal: number | null; at: string | null }[]
}

test('commands record who ran them, a service seals the entries, and verify detects a change', async () => {
  const create = createSteve()
  const created = await norn.json(...create)
  const suspend = ['account', 'suspend', 'Steve', '--reason', 'griefing', '--until', '2100-01-31']
  await norn.json(...suspend)
  await norn.json('account', 'restore', 'Steve')
  await norn.json('account', 'delete', 'Steve')

  const actor = { kind: 'cli', name: userInfo().username }
  const about = await norn.json<AuditEntry[]>('audit', 'list', '--account', created.id)
  assert.deepEqual(
    about.map(({ event }) => event),
    ['account.deleted', 'account.restored', 'account.suspended', 'account.created'],
  )
  const list = ['audit', 'list', '--event', 'account.suspended', '--limit', '1']
  const [suspended] = await norn.json<AuditEntry[]>(...list)
  assert.deepEqual(suspended, {
    id: suspended?.id,
    at: suspended?.at,
    event: 'account.suspended',
    account: created.id,
    actor,
    address: null,
    details: { reason: 'griefing', until: '2100-01-31T00:00:00.000Z' },
  })
  const { stdout: exported } = await norn.run(['audit', 'export'])
  assert.deepEqual(
    exported
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
    about.toReversed(),
  )

  const unsealed = await norn.json<Verdict>('audit', 'verify')
  assert.deepEqual(unsealed, { seals: 0, entries: 0, unsealed: 4, head: null, problems: [] })
  const service = await norn.serve()
  await until('it is sealed', async () => (await norn.json<Verdict>('audit', 'verify')).unsealed === 0)
  service.kill('SIGTERM')
  await service.ended
  const { head } = await norn.json<Verdict>('audit', 'verify')
  const whole = await norn.run(['audit', 'verify', '--head', head ?? ''])
  assert.deepEqual([whole.status, whole.stderr], [0, ''])
  assert.equal(whole.stdout, `Entries: 4, seals: 1, not sealed yet: 0. Head: ${head}\n`)

  const db = await openDatabase(`sqlite:${norn.database}`)
  await db.query.deleteFrom('audit_entry').where('event', '=', 'account.suspended').execute()
  await db.close()
  const changed = await norn.run(['audit', 'verify'])
  assert.equal(changed.status, 1)
  assert.match(changed.stderr, /^seal 1 of \S+Z: an entry that it covers was changed, added or removed$/m)
  assert.match(changed.stderr, /the audit log was changed; compare it with an export or a backup/)
})

test('invalid options are refused', async () => {
  const refused = async (...line: string[]) => {
    const { status, stderr } = await norn.run(line)
    return [status, stderr.split('\n')[0]]
  }
  const [status, words] = await refused('audit', 'list', '--event', 'account.suspend')
  assert.equal(status, 2)
  assert.match(String(words), /--event is "account\.suspend", but must be one of account\.created, /)
  assert.equal((await refused('audit', 'list', '--limit', '0'))[0], 2)
  assert.equal((await refused('audit', 'list', '--account', 'Nobody'))[0], 1)
  assert.equal((await refused('audit', 'verify', '--head', 'x'))[0], 2)
})
