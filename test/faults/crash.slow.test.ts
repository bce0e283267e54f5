// A few kills by "npm run crash".
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kinds, withoutPostgres } from '../databases.ts'
import { crash } from './crash-command.ts'

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
})
