// Writes reports/README.md from the reports that stand there: npm run kit:reports
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { profileNames } from './src/check.ts'
import { kit } from './src/kit.ts'
import type { ProfileResult, Report } from './src/report/report.ts'

const folder = new URL('reports/', import.meta.url)

const head = `<!-- Written by "npm run kit:reports". -->
# Reports

Each row is one run of the kit on a fresh installation; its report says what was asked and answered. A level is about the rules of this kit alone: it quotes the documents of the protocol, and says nothing of how good a server is otherwise. "–" stands for a profile that the layout or the server does not have, or that was not run. Anybody who finds a report unfair, or out of date, may send a newer one.

`

/** The table of all reports. */
export function tablePage(): string {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  const columns = ['server', 'layout', 'kit', 'date', ...profileNames]
  const rows = names.map((name) =>
    row(name, JSON.parse(readFileSync(new URL(`${name}/report.json`, folder), 'utf8'))),
  )
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const notes = names.map(
    (name) => `- **${name}**: ${readFileSync(new URL(`${name}/how.md`, folder), 'utf8').trim()}`,
  )
  return `${head}${lines.join('\n')}\n\n## How they were run\n\n${notes.join('\n')}\n`
}

function row(name: string, report: Report): string[] {
  const { target, profiles, date } = report
  const { implementation, layout } = target
  const server = `[${plain(`${implementation.name} ${implementation.version}`)}](${name}/report.html)`
  const version = isOld(report.kit.version) ? `<sub>${report.kit.version} (old)</sub>` : report.kit.version
  return [
    server,
    layout,
    version,
    date.slice(0, 10),
    ...profileNames.map((profile) => cell(profiles[profile])),
  ]
}

/** The name of a server as text of a cell. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>]/g, '')
    .replace(/[\\`*_[\]()|!]/g, '\\$&')

const cell = (result: ProfileResult | undefined): string => {
  if (!result || result.level === 'not-run') return '–'
  const failures = result.fail + result.expectedFail
  if (failures > 0) return `${failures} of ${failures + result.pass + result.warn} fail`
  return result.warn > 0
    ? `conformant (${result.warn} ${result.warn === 1 ? 'warning' : 'warnings'})`
    : 'strict'
}

/** Two minor versions back, or a major one: the rules have changed since. */
function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [ownMajor = 0, ownMinor = 0] = kit.version.split('.').map(Number)
  return major < ownMajor || minor < ownMinor - 1
}

if (import.meta.main) writeFileSync(new URL('README.md', folder), tablePage())
