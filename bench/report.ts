import { type AmongLogins, type Measured, median, type Reports, reportsTarget } from './measure.ts'

/** The measurements with one number of accounts. */
export interface Result {
  accounts: number
  database: string | undefined
  /** The time from start to listening, in milliseconds. */
  readyAfter: number
  /** The CPU time of that, in milliseconds. */
  readyCpu: number
  /** In MB. */
  readyMemory: number
  rows: Measured[]
  amongLogins: AmongLogins | undefined
  reports: Reports | undefined
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
  ['at most MB', ({ peakMemory }) => peakMemory.toFixed(0)],
  ['loop p99 ms', ({ loopDelay }) => loopDelay.toFixed(1)],
  ['round trips', ({ roundTrips }) => roundTrips?.toFixed(2) ?? ''],
]

/**
 * Renders a table of results. `least` is the result with the fewest accounts, if that was measured in turn.
 */
export function table(result: Result, least: Result): string {
  const ofLeast: Column = [`of ${least.accounts}`, (row) => ratio(row, least)]
  const shown = least === result ? columns : [...columns, ofLeast]
  const lines = [
    shown.map(([title]) => title),
    shown.map(([title]) => (title === '' ? '---' : '---:')),
    ...result.rows.map((row) => shown.map(([, cell]) => cell(row))),
  ].map((cells) => `| ${cells.join(' | ')} |\n`)
  const head = `${result.accounts} accounts on ${result.database}, ready after ${result.readyAfter.toFixed(0)} ms (${result.readyCpu.toFixed(0)} ms on a core) with ${result.readyMemory.toFixed(0)} MB\n\n`
  return head + lines.join('') + crowd(result.amongLogins) + games(result.reports)
}

/** Returns operations per second, relative to those of `least`. */
function ratio(row: Measured, least: Result): string {
  const other = least.rows.find(({ row: name }) => name === row.row)
  return other ? (row.rate / other.rate).toFixed(2) : ''
}

/** Returns the medians of several runs of one size. */
export function middle(runs: readonly Result[]): Result {
  const [first] = runs
  if (!first) throw new Error('there was no run')
  const rows = first.rows.map((row, index) =>
    medians(
      row,
      runs.flatMap((run) => run.rows[index] ?? []),
    ),
  )
  const amongLogins =
    first.amongLogins &&
    medians(
      first.amongLogins,
      runs.flatMap((run) => run.amongLogins ?? []),
    )
  const reports =
    first.reports &&
    medians(
      first.reports,
      runs.flatMap((run) => run.reports ?? []),
    )
  return { ...medians(first, runs), rows, amongLogins, reports }
}

/** Returns the first object with the median of all in place of each number. */
function medians<Figures extends object>(first: Figures, all: readonly Figures[]): Figures {
  const entries = Object.entries(first).map(([name, value]) => {
    const values = all.map((figures) => (figures as Record<string, unknown>)[name])
    return [name, typeof value === 'number' ? median(values as number[]) : value]
  })
  return Object.fromEntries(entries) as Figures
}

/** Renders the shares and CPU times next to those of another checkout, measured in turn. */
export function besideOther(result: Result, other: Result): string {
  const { accounts, readyMemory } = result
  const head = `\n${accounts} accounts, beside the other checkout: ${other.readyMemory.toFixed(0)} -> ${readyMemory.toFixed(0)} MB when ready\n\n| | other's share | share | other's CPU us | CPU us | ratio |\n| --- | ---: | ---: | ---: | ---: | ---: |\n`
  const lines = result.rows.map((row, index) => {
    const before = other.rows[index]
    const cells = [before?.share.toFixed(2), row.share.toFixed(2), before?.cpu.toFixed(1), row.cpu.toFixed(1)]
    return `| ${[row.row, ...cells, row.ofOther?.toFixed(3)].join(' | ')} |\n`
  })
  return head + lines.join('') + crowdBeside(result.amongLogins, other.amongLogins)
}

function crowdBeside(own: AmongLogins | undefined, other: AmongLogins | undefined): string {
  if (!own || !other) return ''
  const cell = ({ quiet, busy, times }: AmongLogins) =>
    `${quiet.toFixed(2)} and ${busy.toFixed(2)} ms, ${times.toFixed(2)} times`
  return `\nhasJoined, p95, quiet and while 60 launchers sign in: ${cell(other)} -> ${cell(own)}\n`
}

function crowd(measured: AmongLogins | undefined): string {
  if (!measured) return ''
  const { quiet, busy, times, target, bareQuiet, bareBusy, bareTimes } = measured
  return `
hasJoined, p95: ${quiet.toFixed(2)} ms; while 60 launchers sign in ${busy.toFixed(2)} ms, ${times.toFixed(2)} times that (target: at most ${target})
the bare server: ${bareQuiet.toFixed(2)} ms; next to hashes ${bareBusy.toFixed(2)} ms, ${bareTimes.toFixed(2)} times that
`
}

function games(measured: Reports | undefined): string {
  if (!measured) return ''
  const { reporters, perSecond, busy, bareBusy, p50, p99, loopDelay } = measured
  const { busy: mostBusy, p99: longest } = reportsTarget
  return `
presence, ${perSecond.toFixed(0)} reports a second of ${reporters} players: ${(busy * 100).toFixed(1)}% of a core (target: at most ${mostBusy * 100}%), p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (target: at most ${longest} ms), loop p99 ${loopDelay.toFixed(1)} ms
the bare server at the same rate: ${(bareBusy * 100).toFixed(1)}% of a core
`
}

/** Compares each share with that of another run with the same number of accounts. */
export function compare(others: readonly Result[], after: Result): string {
  const before = others.find(({ accounts }) => accounts === after.accounts)
  if (!before) return ''
  const lines = after.rows.flatMap((row) => {
    const other = before.rows.find(({ row: name }) => name === row.row)
    if (!other) return []
    const change = (row.share / other.share - 1) * 100
    return `${row.row}: share ${other.share.toFixed(2)} -> ${row.share.toFixed(2)} (${change < 0 ? '' : '+'}${change.toFixed(0)}%), CPU ${other.cpu.toFixed(1)} -> ${row.cpu.toFixed(1)} us\n`
  })
  return `\n${lines.join('')}`
}
