// node bench/plot.ts FILE > docs/performance.svg: plots throughput and p99 against the number of accounts, from a
// saved run.
import { readFileSync } from 'node:fs'
import type { Result } from './report.ts'

const shown = [
  { row: 'lookup', colour: '#0072b2' },
  { row: 'profile', colour: '#009e73' },
  { row: 'validate', colour: '#d55e00' },
  { row: 'join + hasJoined', colour: '#cc79a7' },
]

const size = { width: 360, height: 260, left: 56, top: 36, bottom: 40, right: 30 }

const runs: Result[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

/** Draws a chart. The axis of accounts is logarithmic; values start at 0. */
function chart(title: string, x0: number, value: (run: Result, row: string) => number): string {
  const most = Math.max(...runs.flatMap((run) => shown.map(({ row }) => value(run, row)))) * 1.1
  const [least = 1, ...more] = runs.map(({ accounts }) => Math.log10(accounts))
  const span = (more.at(-1) ?? least + 1) - least
  const x = (accounts: number) =>
    x0 + size.left + ((Math.log10(accounts) - least) / span) * (size.width - size.left - size.right)
  const y = (amount: number) =>
    size.height - size.bottom - (amount / most) * (size.height - size.top - size.bottom)
  const text = (at: string, words: string) => `<text ${at}>${words}</text>`
  const lines = shown.map(({ row, colour }) => {
    const points = runs.map((run) => `${x(run.accounts).toFixed(1)},${y(value(run, row)).toFixed(1)}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`
  })
  const ticks = runs.map(({ accounts }) =>
    text(
      `x="${x(accounts).toFixed(1)}" y="${size.height - 22}" text-anchor="middle"`,
      accounts.toLocaleString('en'),
    ),
  )
  const levels = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const amount = part * most
    const label = amount >= 1000 ? `${(amount / 1000).toFixed(0)}k` : amount.toPrecision(2)
    const at = y(amount).toFixed(1)
    return (
      `<line x1="${x0 + size.left}" x2="${x0 + size.width - size.right}" y1="${at}" y2="${at}" stroke="#ddd"/>` +
      text(`x="${x0 + size.left - 6}" y="${Number(at) + 4}" text-anchor="end"`, label)
    )
  })
  const head = text(`x="${x0 + size.left}" y="18" font-weight="bold"`, title)
  return [head, ...levels, ...lines, ...ticks].join('\n')
}

const found = (run: Result, name: string) => run.rows.find(({ row }) => row === name)
const legend = shown.map(
  ({ row, colour }, index) =>
    `<text x="${size.left + index * 150}" y="${size.height + 6}" fill="${colour}">${row}</text>`,
)

process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width * 2} ${size.height + 16}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${chart('operations per second, by accounts', 0, (run, row) => found(run, row)?.rate ?? 0)}
${chart('p99 in ms, by accounts', size.width, (run, row) => found(run, row)?.p99 ?? 0)}
${legend.join('\n')}
</svg>
`)
