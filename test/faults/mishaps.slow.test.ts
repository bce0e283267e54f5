// The mishaps of "npm run crash", each of which happens to an SQLite file.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mishaps } from '../../crash/mishaps/list.ts'
import { kinds } from '../databases.ts'
import { crash } from './crash-command.ts'

const withoutSqlite = () => !kinds().includes('sqlite') && 'this run has no SQLite'

describe('mishaps', () => {
  for (const name of Object.keys(mishaps)) {
    test(`${name}: the log says what to do, and nothing is lost`, { skip: withoutSqlite() }, async (t) => {
      const { status, printed } = await crash('--mishap', name)
      if (printed.startsWith('skipped: ')) return t.skip(printed.trim())
      assert.equal(status, 0, printed)
    })
  }
})
