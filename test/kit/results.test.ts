// The table of results, and the row that a report adds to it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { heading, rowOf } from '../../kit/row.ts'
import { type Report, summarise } from '../../kit/src/report/report.ts'

const page = readFileSync(join(import.meta.dirname, '../../kit/results.md'), 'utf8')
const cellsOf = (row: string): string[] => row.split(/(?<!\\)\|/).map((cell) => cell.trim())

test('the table has a column for each profile, and says how each run was made', () => {
  const [first, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'))
  assert.equal(first, heading)
  assert.ok(rows.length >= 3)
  for (const row of rows) {
    const cells = cellsOf(row)
    assert.equal(cells.length, cellsOf(heading).length, row)
    const [, server, layout] = cells
    assert.match(page, new RegExp(`^- \\*\\*${server}, ${layout}\\*\\*: .{20}`, 'm'), row)
  }
})

test('a row says how each profile ended, and a name cannot break the table', () => {
  const report: Report = {
    kit: { name: 'account-server-check', version: '0.1.0' },
    date: '2026-11-23T13:54:48.633Z',
    seed: 1,
    target: {
      url: 'http://127.0.0.1:1',
      layout: 'native',
      implementation: { name: 'A | <b>B</b>\n', version: '1_0' },
    },
    profiles: {
      probe: summarise(['pass', 'not-offered'], true),
      core: summarise(['pass', 'warn', 'warn'], true),
      session: summarise(['pass', 'warn', 'fail', 'expected-fail'], true),
      textures: summarise(['not-offered'], true),
    },
    checks: [],
  }
  const start = 'A \\| bB/b  1\\_0 | native | 0.1.0 | 2026-11-23'
  const rest = cellsOf(heading).length - 2 - 8
  assert.equal(
    rowOf(report),
    `| ${start} | strict | conformant (2 warnings) | 2 of 4 fail |${' – |'.repeat(rest + 1)}`,
  )
})
