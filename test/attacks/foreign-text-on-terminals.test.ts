// Text that others wrote controls the operator's terminal.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackStored } from './installed.ts'

const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31m\rrm -rf\nsuspended: no \u202etxt.exe'
const controls = /[\p{Cc}\u202a-\u202e]/u

attackStored('no text that others wrote controls the terminal', async ({ run, json, steve, db }, t) => {
  const { id } = await steve()
  // As they were stored before the check existed.
  const { query } = await db()
  await query
    .insertInto('username_history')
    .values({ account_id: id, username: hostile, changed_at: 1 })
    .execute()
  await query
    .updateTable('account')
    .set({ suspended_at: 1, suspension_reason: hostile })
    .where('id', '=', id)
    .execute()
  const folder = await mkdtemp(join(tmpdir(), 'norn-hostile-'))
  t.after(() => rm(folder, { recursive: true }))
  const players = join(folder, 'usercache.json')
  await writeFile(players, JSON.stringify([{ name: hostile, uuid: '0a1b2c3d-0000-4000-8000-00000000abcd' }]))
  const imported = await run(['import', players, '--from', 'usercache'])
  assert.match(imported.stderr, /^refused: .*txt\.exe/)
  const outputs = [
    imported,
    await run(['account', 'suspend', 'Steve', '--reason', hostile]),
    await run(['account', 'show', 'Steve']),
    await run(['account', 'list']),
    await run(['texture', 'set', 'Steve', '--skin', hostile]),
    await run(['account', 'import', hostile]),
    await run(['account', 'show', hostile]),
    await run([hostile]),
  ]
  for (const { stdout, stderr } of outputs) {
    for (const line of `${stdout}${stderr}`.split('\n')) {
      assert.doesNotMatch(line, controls, JSON.stringify(line))
      assert.doesNotMatch(line, /^suspended: no/)
    }
  }
  const shown = await json('account', 'show', 'Steve')
  assert.equal(shown.suspensionReason, hostile)
  assert.equal(shown.usernameHistory[0].name, hostile)
})
