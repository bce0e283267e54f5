// The measured costs that the simulation uses: docs/performance.json, and the tables of docs/performance.md.
import { readFileSync } from 'node:fs'

/** One row as `npm run bench` measured it on SQLite, at 1,000 accounts. */
export interface MeasuredRow {
  /** Operations per second, with `measuredConnections` requests under way. */
  rate: number
  /** In milliseconds. */
  p50: number
  p95: number
  /** CPU time of Norn for each, in microseconds. */
  cpu: number
  /** CPU time of the bare server; for authenticate, of the hash. */
  limitCpu: number
}

/** One row on PostgreSQL, where Norn, the server and the load generator share two cores. */
export interface PostgresRow {
  rate: number
  /** CPU time in microseconds. */
  norn: number
  server: number
}

/** The default of `npm run bench -- --connections`. */
export const measuredConnections = 64

const document = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

interface Run {
  accounts: number
  rows: (MeasuredRow & { row: string })[]
}

/** Reads the rows of SQLite by name. */
export function sqliteRows(): Map<string, MeasuredRow> {
  const [first] = JSON.parse(document('performance.json')) as Run[]
  return new Map(first?.rows.map((row) => [row.row, row]))
}

const tableBelow = (heading: string): string[][] => {
  const [, section = ''] = document('performance.md').split(`\n${heading}\n`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const latest = (cell = ''): number => Number(cell.split('; ').at(-1))

/** Reads the rows of PostgreSQL by name. */
export const postgresRows = (): Map<string, PostgresRow> =>
  new Map(
    tableBelow('## PostgreSQL').map(([name = '', rate = '', , , norn, , server]) => [
      name,
      { rate: Number(rate), norn: latest(norn), server: latest(server) },
    ]),
  )

/** Reads the CPU time, in microseconds, of a signed profile that is in no cache. */
export const signatureCost = (): number =>
  Number(tableBelow('## Other servers').find(([name]) => name === 'first signature of a profile')?.[1])
