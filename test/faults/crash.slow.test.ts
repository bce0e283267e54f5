// A few kills by "npm run crash", and each of its mishaps.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { mishaps } from '../../crash/mishaps/list.ts'
import { kinds, withoutPostgres } from '../databases.ts'

const command = join(import.meta.dirname, '../../crash/main.ts')

async function crash(...options: string[]): Promise<{ status: number | null; printed: string }> {
  const child = spawn(process.execPath, [command, '--players', '4', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  const [status] = (await ended) as [number | null]
  return { status, printed }
}

/** Mishaps are of an SQLite file. */
const withoutSqlite = () => !kinds().includes('sqlite') && 'this run has no SQLite'

describe('crash', () => {
  for (const kind of kinds()) {
    test(`three kills lose nothing and give nothing twice (${kind})`, async () => {
      const { status, printed } = await crash('--kills', '3', '--database', kind)
      assert.equal(status, 0, printed)
      assert.match(printed, /^3 kills, \d+ changes answered, /m)
    })
  }

  test('three kills of PostgreSQL lose nothing', { skip: withoutPostgres() }, async () => {
    const { status, printed } = await crash('--kills', '3', '--database', 'postgres', '--victim', 'postgres')
    assert.equal(status, 0, printed)
  })

  for (const name of Object.keys(mishaps)) {
    test(`${name}: the log says what to do, and nothing is lost`, { skip: withoutSqlite() }, async (t) => {
      const { status, printed } = await crash('--mishap', name)
      if (printed.startsWith('skipped: ')) return t.skip(printed)
      assert.equal(status, 0, printed)
    })
  }
})
