// Prints the row of a report in results.md: npm run kit:row -- report/report.json
import { readFileSync } from 'node:fs'
import { profileNames } from './src/check.ts'
import type { ProfileResult, Report } from './src/report/report.ts'

const cells = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`

/** The first line of the table. */
export const heading = cells(['server', 'layout', 'kit', 'date', ...profileNames])

/** The line of the table that says how a run ended. */
export function rowOf({ target, profiles, kit, date }: Report): string {
  const { implementation, layout } = target
  const server = plain(`${implementation.name} ${implementation.version}`)
  const results = profileNames.map((profile) => resultOf(profiles[profile]))
  return cells([server, layout, kit.version, date.slice(0, 10), ...results])
}

/** A server's own name as text of a cell. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>]/g, '')
    .replace(/[\\`*_[\]()|!]/g, '\\$&')

function resultOf(result: ProfileResult | undefined): string {
  if (!result || result.level === 'not-run') return '–'
  const failures = result.fail + result.expectedFail
  if (failures > 0) return `${failures} of ${failures + result.pass + result.warn} fail`
  if (result.warn === 0) return 'strict'
  return `conformant (${result.warn} ${result.warn === 1 ? 'warning' : 'warnings'})`
}

if (import.meta.main) {
  for (const file of process.argv.slice(2)) {
    process.stdout.write(`${rowOf(JSON.parse(readFileSync(file, 'utf8')) as Report)}\n`)
  }
}
