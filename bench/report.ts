import type { AmongLogins, Measured } from './measure.ts'

export interface Result {
  accounts: number
  database: string | undefined
  /** Milliseconds from start to listening. */
  readyAfter: number
  /** Of these, on a core. */
  readyCpu: number
  /** MB. */
  readyMemory: number
  rows: Measured[]
  amongLogins: AmongLogins | undefined
}

type Column = [title: string, cell: (row: Measured) => string]

const columns: readonly Column[] = [
  ['', ({ row }) => row],
  ['per second', ({ rate }) => rate.toFixed(0)],
  ['limit', ({ limit }) => limit.toFixed(0)],
  ['share', ({ share }) => share.toFixed(2)],
  ['target', ({ target }) => (target === null ? '' : target.toFixed(2))],
  ['p50 ms', ({ p50 }) => p50.toFixed(2)],
  ['p95 ms', ({ p95 }) => p95.toFixed(2)],
  ['p99 ms', ({ p99 }) => p99.toFixed(2)],
  ['CPU us', ({ cpu }) => cpu.toFixed(1)],
  ['limit us', ({ limitCpu }) => limitCpu.toFixed(1)],
  ['memory MB', ({ memory }) => memory.toFixed(0)],
  ['loop p99 ms', ({ loopDelay }) => loopDelay.toFixed(1)],
  ['round trips', ({ roundTrips }) => roundTrips?.toFixed(2) ?? ''],
]

export function table(result: Result): string {
  const lines = [
    columns.map(([title]) => title),
    columns.map(([title]) => (title === '' ? '---' : '---:')),
    ...result.rows.map((row) => columns.map(([, cell]) => cell(row))),
  ].map((cells) => `| ${cells.join(' | ')} |\n`)
  const head = `${result.accounts} accounts on ${result.database}, ready after ${result.readyAfter.toFixed(0)} ms (${result.readyCpu.toFixed(0)} ms on a core) with ${result.readyMemory.toFixed(0)} MB\n\n`
  return head + lines.join('') + crowd(result.amongLogins)
}

function crowd(measured: AmongLogins | undefined): string {
  if (!measured) return ''
  const { quiet, busy, target } = measured
  return `\nhasJoined, p95: ${quiet.toFixed(2)} ms; while 60 launchers sign in ${busy.toFixed(2)} ms, ${(busy / quiet).toFixed(1)} times that (target: at most ${target})\n`
}

/** Each share beside the one of another run. */
export function compare(before: Result, after: Result): string {
  const lines = after.rows.flatMap((row) => {
    const other = before.rows.find(({ row: name }) => name === row.row)
    if (!other) return []
    const change = (row.share / other.share - 1) * 100
    return `${row.row}: share ${other.share.toFixed(2)} -> ${row.share.toFixed(2)} (${change < 0 ? '' : '+'}${change.toFixed(0)}%), CPU ${other.cpu.toFixed(1)} -> ${row.cpu.toFixed(1)} us\n`
  })
  return `\n${lines.join('')}`
}
