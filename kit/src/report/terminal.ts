import type { Result } from '../check.ts'
import { oneLine } from './escape.ts'
import type { CheckResult, Report } from './report.ts'

const colours: Record<Result, string> = {
  pass: '\x1b[32m',
  fail: '\x1b[31m',
  warn: '\x1b[33m',
  'not-offered': '\x1b[2m',
  skipped: '\x1b[2m',
  'expected-fail': '\x1b[35m',
}

interface How {
  isVerbose: boolean
  isTerminal: boolean
}

/** One result for people; nothing where nobody has to look at it. */
export function shownResult(result: CheckResult, { isVerbose, isTerminal }: How): string {
  const isQuiet = result.result === 'pass' || result.result === 'skipped' || result.result === 'not-offered'
  if (isQuiet && !isVerbose) return ''
  const word = result.result.padEnd(13)
  const head = `${isTerminal ? `${colours[result.result]}${word}\x1b[0m` : word} ${result.id}\n`
  if (result.result === 'pass') return head
  const lines: [string, string][] = [['', result.title]]
  if (isQuiet) lines.push(['because', result.observed])
  else {
    lines.push(['expected', result.expected], ['observed', result.observed])
    if (result.request)
      lines.push(['request', `${result.request.method} ${result.request.url} ${result.request.body}`])
    if (result.answer) lines.push(['answer', `${result.answer.status} ${result.answer.body}`])
    lines.push(['breaks', result.breaks], ['source', result.source])
  }
  return `${head}${lines.map(([name, text]) => `  ${name.padEnd(9)} ${cut(oneLine(text))}\n`).join('')}\n`
}

const cut = (line: string): string => (line.length > 500 ? `${line.slice(0, 500)}…` : line)

/** The table at the end, and what to do about it. */
export function shownSummary(report: Report, expected: ReadonlyMap<string, string>): string {
  const rows = Object.entries(report.profiles).map(([name, { level, ...counts }]) => {
    const cells = [
      counts.pass,
      counts.fail,
      counts.warn,
      counts.expectedFail,
      counts.notOffered,
      counts.skipped,
    ]
    return `${name.padEnd(10)} ${level.padEnd(11)}${cells.map((count) => String(count).padStart(6)).join('')}\n`
  })
  const passed = report.checks.filter(({ id, result }) => result === 'pass' && expected.has(id))
  return [
    `${'profile'.padEnd(10)} ${'level'.padEnd(11)}  pass  fail  warn known  none  skip\n`,
    ...rows,
    ...passed.map(
      ({ id }) => `${id} was expected to fail, and passes: take it out of the file of --expected\n`,
    ),
    report.stopped ? `${oneLine(report.stopped)}\n` : '',
  ].join('')
}
