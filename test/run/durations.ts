// The time that the tests of each file take, so that the longest begin first and the groups of test/run/groups.ts end
// together. `npm test -- --durations` measures it again; a file that is not in the table counts as average.
import { readFileSync, writeFileSync } from 'node:fs'

const table = new URL('durations.json', import.meta.url)
const averageMs = 4000

const known = new Map<string, number>(Object.entries(JSON.parse(readFileSync(table, 'utf8'))))

export const durationOf = (file: string): number => known.get(file) ?? averageMs

/** Stores the durations of this run, in tenths of a second: smaller differences are noise. */
export function keepDurations(durations: ReadonlyMap<string, number>): void {
  const all = new Map([...known, ...durations])
  const rounded = [...all]
    .map(([file, ms]) => [file, Math.max(100, Math.round(ms / 100) * 100)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(table, `${JSON.stringify(Object.fromEntries(rounded), undefined, 2)}\n`)
}
