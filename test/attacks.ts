// npm run attacks: shows if each known way to stop, starve, fill or trick the service is closed. A finding is a
// test in test/attacks/ whose title begins with its number.
import { existsSync, globSync } from 'node:fs'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { shortLived, startPostgres } from './postgres.ts'

const numbered = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`)

/**
 * C, H, M and L are attacks by severity, F are faults found by reading, D are defects that owners ran into.
 */
const findings = [
  'C1',
  ...numbered('H', 1, 7),
  ...numbered('M', 1, 17),
  // There is no finding L15.
  ...numbered('L', 1, 14),
  ...numbered('L', 16, 29),
  ...numbered('F', 1, 8),
  ...numbered('D', 1, 10),
]

interface Result {
  title: string
  passed: boolean
  message: string
}

const folder = fileURLToPath(new URL('attacks', import.meta.url))
const wanted = process.argv.slice(2)
const files = existsSync(folder)
  ? globSync('**/*.test.ts', { cwd: folder }).filter(
      (file) => wanted.length === 0 || wanted.some((id) => file.startsWith(`${id}-`)),
    )
  : []

const results: Result[] = []
const server = files.length > 0 ? await startPostgres(shortLived) : undefined
if (server) process.env['NORN_TEST_POSTGRES_URL'] = server.url
try {
  // Files run one at a time, since most of them measure.
  const stream = run({ files: files.sort().map((file) => `${folder}/${file}`), concurrency: 1 })
  const path: string[] = []
  stream.on('test:start', ({ name, nesting }) => {
    path.length = nesting
    path[nesting] = name
  })
  const keep =
    (passed: boolean) => (event: { name: string; nesting: number; details: object; skip?: unknown }) => {
      if (event.name.endsWith('.test.ts') && passed) return
      const { error } = event.details as { error?: { cause?: unknown; message?: string } }
      const [message = ''] = ((error?.cause as Error | undefined)?.message ?? error?.message ?? '').split(
        '\n',
        1,
      )
      results.push({
        title: [...path.slice(0, event.nesting), event.name].join(' > ').replaceAll(`${folder}/`, ''),
        passed: passed && !event.skip,
        message,
      })
    }
  stream.on('test:pass', keep(true))
  stream.on('test:fail', keep(false))
  for await (const _ of stream);
} finally {
  await server?.stop()
}

let isOpen = false
for (const id of findings.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const own = results.filter(({ title }) => new RegExp(`(^|> |[/\\\\])${id}[: -]`).test(title))
  const failed = own.filter(({ passed }) => !passed)
  const state = own.length === 0 ? 'missing' : failed.length > 0 ? 'open' : 'closed'
  if (state !== 'closed') isOpen = true
  const why = failed.map(({ title, message }) => `${title}: ${message}`).join('; ')
  process.stdout.write(
    `${id.padEnd(4)}${state.padEnd(9)}${databasesOf(own.map(({ title }) => title))}${why && `  ${why}`}\n`,
  )
}
process.exitCode = isOpen ? 1 : 0

/** Returns the databases of a finding's tests: a title names its database if a test runs on several. */
function databasesOf(titles: readonly string[]): string {
  if (titles.length === 0) return ''
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
  const named = Object.entries(names).filter(([word]) =>
    titles.some((title) => title.toLowerCase().includes(word)),
  )
  return named.length > 0 ? named.map(([, name]) => name).join(', ') : 'SQLite'
}
