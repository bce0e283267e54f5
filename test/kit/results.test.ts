// The table of reports matches the reports.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tablePage } from '../../kit/table.ts'
import { assertLevels } from './level.ts'

const folder = join(import.meta.dirname, '../../kit/reports')

test('the table of reports is up to date: npm run kit:reports', () => {
  assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), tablePage())
})

test('reports contain no secrets, and say how they were run', () => {
  const reports = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.ok(reports.length >= 3)
  for (const { name } of reports) {
    const report = readFileSync(join(folder, name, 'report.json'), 'utf8')
    assertLevels(JSON.parse(report))
    assert.doesNotMatch(
      report,
      /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+|BEGIN RSA PRIVATE|"password":"(?!\*\*\*)/,
      name,
    )
    assert.doesNotMatch(report, /\/(?:work|home|root|tmp)\//, name)
    assert.ok(readFileSync(join(folder, name, 'how.md'), 'utf8').length > 20, name)
  }
})
