// JSON is printed to terminals too: people read `norn account show --json` before programs do.
import assert from 'node:assert/strict'
import { attackStored } from './installed.ts'

const hostile = '\u009b31m\u0085\u202etxt.exe\u2066 \u200f \u2028'
const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

attackStored('JSON on the command line contains no control sequences and keeps its meaning', async (norn) => {
  const { id } = await norn.steve()
  const { query } = await norn.db()
  await query
    .insertInto('username_history')
    .values({ account_id: id, username: hostile, changed_at: 1 })
    .execute()
  const details = JSON.stringify({ reason: hostile })
  await query
    .updateTable('audit_entry')
    .set({ event: 'account.suspended', details, actor_name: hostile })
    .where('account_id', '=', id)
    .execute()
  const read = async (...line: string[]): Promise<unknown[]> => {
    const { status, stdout, stderr } = await norn.run(line)
    assert.equal(status, 0, stderr)
    const lines = stdout.trimEnd().split('\n')
    for (const one of lines) assert.doesNotMatch(one, steering, JSON.stringify(one))
    return line.includes('export') ? lines.map((one) => JSON.parse(one)) : [JSON.parse(stdout)].flat()
  }
  const [shown] = (await read('account', 'show', 'Steve', '--json')) as {
    usernameHistory: { name: string }[]
  }[]
  assert.equal(shown?.usernameHistory[0]?.name, hostile)
  for (const line of [
    ['audit', 'list', '--json'],
    ['audit', 'export'],
  ]) {
    const entries = (await read(...line)) as { details?: { reason?: string } }[]
    assert.ok(
      entries.some((one) => one.details?.reason === hostile),
      JSON.stringify(entries),
    )
  }
})
