// npm run attacks: whether each known way to stop, starve, fill or trick the service is closed. A finding is a
// test in test/attacks/, whose title begins with its number.
import { existsSync, globSync } from 'node:fs'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startPostgres } from './postgres.ts'

/** L15 was given to nothing. */
const lows = Array.from({ length: 16 }, (_, index) => index + 1).filter((number) => number !== 15)
const findings = [
  'C1',
  'H1',
  'H2',
  'H3',
  'H4',
  ...Array.from({ length: 7 }, (_, index) => `M${index + 1}`),
  ...lows.map((number) => `L${number}`),
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
const server = files.length > 0 ? await startPostgres() : undefined
if (server) process.env['NORN_TEST_POSTGRES_URL'] = server.url
try {
  // One file at a time: most of them measure.
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
  const said = own.length === 0 ? 'missing' : failed.length > 0 ? 'open' : 'closed'
  if (said !== 'closed') isOpen = true
  const why = failed.map(({ title, message }) => `${title}: ${message}`).join('; ')
  process.stdout.write(
    `${id.padEnd(4)}${said.padEnd(9)}${databasesOf(own.map(({ title }) => title))}${why && `  ${why}`}\n`,
  )
}
process.exitCode = isOpen ? 1 : 0

/** A title names its database where a test runs on several. */
function databasesOf(titles: readonly string[]): string {
  if (titles.length === 0) return ''
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
  const named = Object.entries(names).filter(([word]) =>
    titles.some((title) => title.toLowerCase().includes(word)),
  )
  return named.length > 0 ? named.map(([, name]) => name).join(', ') : 'SQLite'
}
