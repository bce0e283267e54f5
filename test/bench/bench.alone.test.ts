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

const rows = ['authenticate', 'validate', 'join + hasJoined', 'profile', 'lookup']

/** The cost of one request on a core is measured again if a bad minute of the machine may have distorted it. */
const attempts = 3

/** The cost of one request on a core, relative to its limit, which is about the same on a busy machine. */
const costShare = ({ cpu, limitCpu }: Measured): number => limitCpu / cpu

/** Five rounds, service and limit in turn, and their medians. */
function measure(names: readonly string[]): Measured[] {
  const line = ['bench/main.ts', '--json', '--accounts', '200', '--seconds', '2', '--rounds', '5']
  const chosen = names.flatMap((name) => ['--row', name])
  const { stdout, stderr, status } = spawnSync(process.execPath, [...line, ...chosen], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  const [{ rows: measured }]: [{ rows: Measured[] }] = JSON.parse(stdout)
  assert.deepEqual(new Set(measured.map(({ row }) => row)), new Set(names))
  return measured
}

test('no hot request costs twice as much, relative to its limit, as docs/performance.json says', () => {
  const [smallest] = JSON.parse(readFileSync(`${root}docs/performance.json`, 'utf8'))
  const recorded: Measured[] = smallest.rows
  /** Returns nothing if the row is within its limit. */
  const fault = (now: Measured): string[] => {
    const before = recorded.find(({ row }) => row === now.row)
    assert.ok(before, `docs/performance.json has no row ${now.row}`)
    const [least, share] = [costShare(before) / 2, costShare(now)]
    return share > least ? [] : [`${now.row}: share ${share.toFixed(2)}, at least ${least.toFixed(2)}`]
  }
  let slow: readonly string[] = rows
  let faults: string[] = []
  for (let attempt = 0; attempt < attempts && slow.length > 0; attempt++) {
    const measured = measure(slow)
    slow = measured.filter((row) => fault(row).length > 0).map(({ row }) => row)
    faults = measured.flatMap(fault)
  }
  assert.deepEqual(faults, [])
})
