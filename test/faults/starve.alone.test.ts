// The sign-ins of "npm run starve".
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { kinds } from '../databases.ts'

const command = join(import.meta.dirname, '../../starve/main.ts')

for (const kind of kinds()) {
  test(`sixty sign-ins starve no game server (${kind})`, async (t) => {
    const line = [command, '--load', 'sign-ins', '--rounds', '12', '--seconds', '0.5', '--database', kind]
    const child = spawn(process.execPath, line, { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'exit')
    const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
    const [status] = await ended
    t.diagnostic(printed)
    assert.equal(status, 0, printed)
  })
}
