// npm run attacks [-- NAME …]: shows if each known way to stop, starve, fill or trick the service is closed. Each is a
// file in test/attacks/ that has its name.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { shortLived, startPostgres } from './postgres.ts'

interface Result {
  file: string
  title: string
  passed: boolean
  message: string
}

interface Ended {
  name: string
  nesting: number
  /** Absent if the file itself failed; then its path is the name. */
  file?: string
  details: object
  skip?: unknown
}

const folder = fileURLToPath(new URL('attacks', import.meta.url))
const wanted = process.argv.slice(2)
const files = globSync('*.test.ts', { cwd: folder })
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .sort()
if (files.length === 0) throw new Error(`no attack begins with ${wanted.join(' or ')}: see ${folder}`)

const results: Result[] = []
const server = await startPostgres(shortLived)
process.env['NORN_TEST_POSTGRES_URL'] = server.url
try {
  // Files run one at a time, since most of them measure.
  const stream = run({ files: files.map((file) => `${folder}/${file}`), concurrency: 1 })
  const path: string[] = []
  stream.on('test:start', ({ name, nesting }) => {
    path.length = nesting
    path[nesting] = name
  })
  const keep = (passed: boolean) => (event: Ended) => {
    if (event.name.endsWith('.test.ts') && passed) return
    const { error } = event.details as { error?: { cause?: unknown; message?: string } }
    const [message = ''] = ((error?.cause as Error | undefined)?.message ?? error?.message ?? '').split(
      '\n',
      1,
    )
    results.push({
      file: basename(event.file ?? event.name),
      title: [...path.slice(0, event.nesting), event.name].join(' > '),
      passed: passed && !event.skip,
      message,
    })
  }
  stream.on('test:pass', keep(true))
  stream.on('test:fail', keep(false))
  for await (const _ of stream);
} finally {
  await server.stop()
}

let isOpen = false
for (const file of files) {
  const own = results.filter((result) => result.file === file)
  const failed = own.filter(({ passed }) => !passed)
  const state = own.length === 0 ? 'missing' : failed.length > 0 ? 'open' : 'closed'
  if (state !== 'closed') isOpen = true
  const why = failed.map(({ title, message }) => `${title}: ${message}`).join('; ')
  const [name = ''] = file.split('.', 1)
  process.stdout.write(
    `${name.padEnd(40)}${state.padEnd(9)}${databasesOf(own.map(({ title }) => title))}${why && `  ${why}`}\n`,
  )
}
process.exitCode = isOpen ? 1 : 0

/** Returns the databases of an attack's tests: a title names its database if a test runs on several. */
function databasesOf(titles: readonly string[]): string {
  if (titles.length === 0) return ''
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
  const named = Object.entries(names).filter(([word]) =>
    titles.some((title) => title.toLowerCase().includes(word)),
  )
  return named.length > 0 ? named.map(([, name]) => name).join(', ') : 'SQLite'
}
