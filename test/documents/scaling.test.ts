// docs/scaling.md calculates with costs that docs/performance.md has measured.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { signatureCost, sqliteRows } from '../../bench/costs.ts'
import { installations, simulatedRow } from '../../bench/model.ts'
import { placedStatements } from '../../scripts/shards.ts'

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
  const unsigned = signatureCost()
  for (const [joins = '', ofNorn = '', ofServer = ''] of rowsBelow(document('scaling'), '## Joins')) {
    const perSecond = Number(joins.replace(',', ''))
    const busy = (value: number) => {
      const cores = (value * perSecond) / 1e6
      return cores < 1 ? cores.toFixed(1) : String(Math.round(cores))
    }
    assert.ok(ofNorn.startsWith(`${busy(norn)} cores busy`), ofNorn)
    assert.ok(ofServer.startsWith(`${busy(server)} cores busy`), ofServer)
    const [, without] = /busy, (\d+) /.exec(ofNorn) ?? []
    // Rounded to tens where there are hundreds.
    const all = ((norn + unsigned) * perSecond) / 1e6
    if (without)
      assert.equal(Number(without), all > 100 ? Math.round(all / 10) * 10 : Math.round(all), ofNorn)
  }
})

test('the bottlenecks and the cost of a sign-in in docs/scaling.md are measured costs', () => {
  const text = document('scaling').join('\n')
  const cost = (name: string, column: number) => micros(costs.find(([row]) => row === name)?.[column])
  const rounded = (value: number, to: number) => (Math.round(value / to) * to).toLocaleString('en')
  const { cpu = 0, limitCpu = 0 } = sqliteRows().get('authenticate') ?? {}
  const ms = (value: number) => (value / 1000).toFixed(1)
  for (const sentence of [
    `${rounded(1e6 / cost('join + hasJoined', 2), 100)} joins per second for each of its cores`,
    `${rounded(1e6 / cost('lookup', 1), 10_000)} per second for each core of Norn`,
    `some ${rounded(1e6 / cpu, 10)} sign-ins per second`,
    `signing in takes ${ms(cpu)} ms of Norn, of which argon2id (19 MiB, 2 passes) takes ${ms(limitCpu)}`,
    `not in the cache ${ms(signatureCost())} ms with a key of 4096 bits`,
  ])
    assert.ok(text.includes(sentence), sentence)
})

test('docs/scaling.md has what the simulation answers', () => {
  const text = document('scaling').join('\n')
  for (const installation of installations)
    assert.ok(text.includes(simulatedRow(installation)), simulatedRow(installation))
})

test('docs/scaling.md says of each hot statement whether it crosses shards', async () => {
  const placed = new Map((await placedStatements()).map(({ name, shards }) => [name, shards]))
  const text = document('scaling').join('\n')
  const [, stay = '', cross = ''] =
    /Of the hot ones,(.*)The others would need:(.*)## The first/s.exec(text) ?? []
  const named = (part: string) => [...part.matchAll(/`(\w+_\w+)`/g)].map(([, name = '']) => name)
  assert.deepEqual(named(stay), ['profile_by_id'])
  assert.equal(placed.get('profile_by_id'), 'one')
  const crossing = named(cross).filter((name) => name !== 'name_claim')
  assert.equal(crossing.length, 5)
  for (const name of crossing) assert.equal(placed.get(name), 'several', name)
})
