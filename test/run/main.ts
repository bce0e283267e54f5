// Runs the tests: all that prove behaviour, or those whose file name contains one of the arguments.
//
//   --quick        the files of test/run/quick.ts, only on SQLite
//   --slow         the files that --quick leaves out
//   --measure      files that measure times or memory, or take minutes, one after another
//   --matrix       on both databases, even the files that otherwise run only on SQLite (test/run/matrix.ts)
//   --alongside=X  `npm run X` while the tests run, unless files are named; it has to succeed, too
//   --durations    stores how long each file took (test/run/durations.json), and how fast the host was (host.json)
//
// Other arguments with a dash go to node, e.g. `npm test -- joins --test-name-pattern=expired`.
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installTestPackages } from '../packages.ts'
import { shortLived, startPostgres } from '../postgres.ts'
import { bundleProgram } from '../program.ts'
import { makeScratch } from '../scratch.ts'
import { makeTemplates } from '../templates.ts'
import { passAgain } from './again.ts'
import { runAlongside } from './alongside.ts'
import { keepDurations } from './durations.ts'
import { shareProcesses } from './groups.ts'
import { aboutHost, keepHost, measureHost } from './host.ts'
import { differsByDatabase, leftToMatrix } from './matrix.ts'
import { measureFile } from './measure.ts'
import { Outcome } from './outcome.ts'
import { isLong, isMeasuring, isQuick } from './quick.ts'
import { runFiles } from './run-files.ts'

const flag = { type: 'boolean', default: false } as const
const { values: given, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    quick: flag,
    slow: flag,
    measure: flag,
    matrix: flag,
    durations: flag,
    alongside: { type: 'string' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
    'test-timeout': { type: 'string', default: '600000' },
  },
})

/** Tests spend as much time waiting as working. */
const atOnce = 4

const root = new URL('../..', import.meta.url)

function isChosen(file: string): boolean {
  if (filters.length > 0 && !filters.some((filter) => file.includes(filter))) return false
  if (given.measure) return isMeasuring(file)
  if (given.quick) return isQuick(file)
  if (given.slow) return !isQuick(file) && !isMeasuring(file)
  // A file that is named is wanted, whatever it is.
  return filters.length > 0 || !isMeasuring(file)
}

const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] })
  .filter(isChosen)
  .sort()
if (files.length === 0) {
  console.error(`no test file has this name: ${process.argv.slice(2).join(' ')}`)
  process.exit(2)
}

const calculationMs = measureHost()
console.log(aboutHost(calculationMs))

installTestPackages()
// Times and sizes are measured on the disk where the service keeps its data.
const directory = makeScratch({ onDisk: given.measure })
process.env['NORN_TEST_SCRATCH'] = directory
// Named files are run between two edits, when the rest of the tree may be broken.
const alongside =
  given.alongside === undefined || filters.length > 0 ? undefined : runAlongside(given.alongside)
// The quick run does not need one: a test that uses it anyway starts its own (`databases`).
const server = given.quick || process.env.NORN_TEST_POSTGRES_URL ? undefined : await startPostgres(shortLived)
if (server) process.env['NORN_TEST_POSTGRES_URL'] = server.url
const templates = await makeTemplates(given.quick ? ['sqlite'] : ['sqlite', 'postgres'])
Object.assign(process.env, templates.env)
// Without the cache, each test process and each command that it starts would spend half a second on compiling.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/compiled')

// The quick run starts no program.
if (!given.quick) process.env['NORN_TEST_PROGRAM'] = await bundleProgram()

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
stopped.signal.addEventListener('abort', () => alongside?.stop())

const outcome = new Outcome(process.stdout)
const how = {
  namePatterns: given['test-name-pattern'],
  // A test or a process that hangs is a failure, not an endless run.
  timeout: Number(given['test-timeout']),
  signal: stopped.signal,
}
const isWhole = given.matrix || process.env['NORN_TEST_MATRIX'] === 'all' || filters.length > 0
const isOnBoth = (file: string): boolean => !given.quick && (isWhole || differsByDatabase(file))
const together = files.filter((file) => !isMeasuring(file))
const groups = shareProcesses(together, { isOnBoth, atOnce, directory })
// A file that is named tells which of its tests an error belongs to.
const preloaded = filters.length > 0 ? undefined : new URL('untracked.ts', import.meta.url)
await outcome.of(runFiles(groups, { ...how, atOnce, preloaded }))
const failedAlongside = await alongside?.ended
// Measuring files run alone, since others would be measured, too.
const remarks = together.every(isOnBoth) ? [] : [leftToMatrix]
for (const file of files.filter(isMeasuring))
  await outcome.of(
    isLong(file)
      ? runFiles([file], { ...how, atOnce: 1 })
      : measureFile(file, how, (text) => void remarks.push(text)),
  )

const passed = process.env['NORN_TEST_AGAIN'] ? await passAgain(outcome, how) : undefined
remarks.push(...(passed ?? []))

await templates.drop()
await server?.stop()
rmSync(directory, { recursive: true })
if (given.durations) {
  keepDurations(outcome.durations)
  keepHost(calculationMs)
}
process.exitCode = outcome.close(failedAlongside, remarks, passed !== undefined)
