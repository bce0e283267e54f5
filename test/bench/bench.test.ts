import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Measured {
  row: string
  share: number
  cpu: number
  limitCpu: number
}

/**
 * The work that one request costs, as a share of what a bare server's (or hash) costs: time on a core says the same on
 * a busy machine as on a quiet one, or nearly.
 */
const costShare = ({ cpu, limitCpu }: Measured): number => limitCpu / cpu

test('no hot request costs twice what docs/performance.json says it costs beside a bare server', () => {
  const [smallest] = JSON.parse(readFileSync(`${root}docs/performance.json`, 'utf8'))
  const recorded: Measured[] = smallest.rows
  const rows = ['authenticate', 'validate', 'join', 'profile', 'lookup'].flatMap((row) => ['--row', row])
  // Five rounds, service and bare server in turn, and their medians.
  const line = ['bench/main.ts', '--json', '--accounts', '200', '--seconds', '2', '--rounds', '5', ...rows]
  const { stdout, stderr, status } = spawnSync(process.execPath, line, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const [{ rows: measured }]: [{ rows: Measured[] }] = JSON.parse(stdout)
  assert.equal(measured.length, 5)
  for (const now of measured) {
    const before = recorded.find(({ row }) => row === now.row)
    assert.ok(before, `docs/performance.json has no row ${now.row}`)
    const [least, share] = [costShare(before) / 2, costShare(now)]
    assert.ok(
      share > least,
      `${now.row}: share of its limit ${share.toFixed(2)}, at least ${least.toFixed(2)}`,
    )
  }
})
