// docs/scaling.md calculates with costs that docs/performance.md has measured.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const document = (name: string) =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8').split('\n')

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows below a heading, without the head of their table. */
function rowsBelow(lines: readonly string[], heading: string): string[][] {
  const section = lines.slice(lines.indexOf(heading) + 1)
  const end = section.findIndex((line) => line.startsWith('## '))
  return section
    .slice(0, end)
    .filter((line) => line.startsWith('| '))
    .map(cells)
    .slice(2)
}

const micros = (text = '') => Number(/^([\d.]+) µs$/.exec(text)?.[1])
const now = (text = '') => Number(/; ([\d.]+)$/.exec(text)?.[1])

const costs = rowsBelow(document('scaling'), '## What a request costs')

test('each cost of docs/scaling.md is the one that docs/performance.md has measured', () => {
  const measured = rowsBelow(document('performance'), '## PostgreSQL').map(
    ([name, , , , norn, , server]) => [name, now(norn), now(server)] as const,
  )
  assert.equal(measured.length, 4)
  assert.deepEqual(
    costs.map(([name, norn, server]) => [name, micros(norn), micros(server)]),
    measured,
  )
})

test('the calculation of docs/scaling.md adds these costs up', () => {
  const sum = (column: number) => costs.reduce((total, row) => total + micros(row[column]), 0)
  const [norn, server] = [sum(1), sum(2)]
  const text = document('scaling').join('\n')
  const inMs = (value: number) => (value / 1000).toFixed(2)
  assert.ok(text.includes(`Together: ${inMs(norn)} ms of Norn, ${inMs(server)} ms of PostgreSQL`))
  const [, , many] = rowsBelow(document('scaling'), '## Joins')
  const cores = (value: number) => `${Math.round(value / 10)} cores busy`
  assert.ok(many?.[1]?.startsWith(cores(norn)), many?.[1])
  assert.ok(many?.[2]?.startsWith(cores(server)), many?.[2])
})
