// Runs the tests: all of them, or those whose file name contains one of the arguments; of these, with --quick those
// of test/quick.ts, on SQLite alone where they would run on both databases, with --slow the others. Other
// arguments with a dash go to node, e.g. `npm test -- joins --test-name-pattern=expired`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shareProcesses } from './groups.ts'
import { installTestPackages } from './packages.ts'
import { startPostgres } from './postgres.ts'
import { isAlone, isQuick, isSlow } from './quick.ts'
import { makeTemplates } from './templates.ts'

const words = process.argv.slice(2)
const isQuickRun = words.includes('--quick')
const choices = ['--quick', '--slow']
const options = words.filter((argument) => argument.startsWith('-') && !choices.includes(argument))
const filters = words.filter((argument) => !argument.startsWith('-'))

const atOnce = 4

const root = new URL('..', import.meta.url)
const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] })
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .filter((file) => !words.includes(isQuick(file) ? '--slow' : '--quick'))
  .sort()
if (files.length === 0) {
  console.error(`there is no such test file: ${words.join(' ')}`)
  process.exit(2)
}

installTestPackages()
const given = process.env.NORN_TEST_POSTGRES_URL
// The quick run has no need of one: a test that uses it even so starts its own (`databases`).
const server = isQuickRun || given ? undefined : await startPostgres()
if (server) process.env['NORN_TEST_POSTGRES_URL'] = server.url
const templates = await makeTemplates(isQuickRun ? 'first keys' : 'schema')
const temporary = mkdtempSync(join(tmpdir(), 'norn-tests-'))
// Each test process, and each command that it starts, would else spend half a second on compiling.
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', root))
const env = {
  NORN_TEST_QUICK: String(isQuickRun),
  NODE_COMPILE_CACHE: compiled,
  ...process.env,
  ...templates.env,
}

let isInterrupted = false

interface Run {
  status: number
  /** Each failed test with its error, as text. */
  failures: string
}

async function run(name: string, some: readonly string[], atOnce: number): Promise<Run> {
  if (some.length === 0 || isInterrupted) return { status: 0, failures: '' }
  const failures = join(temporary, `${name}.failures`)
  const reporters = [
    ['spec', 'stdout'],
    [new URL('failures.ts', import.meta.url).href, failures],
  ].flatMap(([reporter, to]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`])
  // A test, or a process, that hangs is a failure, not a run without end.
  const flags = ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=600000', ...reporters]
  const tests = spawn(process.execPath, [...flags, ...options, ...some], { cwd: root, stdio: 'inherit', env })
  const stop = (signal: NodeJS.Signals) => {
    isInterrupted = true
    tests.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const [status] = (await once(tests, 'exit')) as [number | null]
  return { status: status ?? 1, failures: existsSync(failures) ? readFileSync(failures, 'utf8') : '' }
}

const shared = files.filter((file) => !isSlow(file))
const filesPerProcess = isQuickRun ? Math.ceil(shared.length / atOnce) : 8
const runs = [
  await run(
    'together',
    [
      ...shareProcesses(shared, filesPerProcess, temporary),
      ...files.filter((file) => isSlow(file) && !isAlone(file)),
    ],
    atOnce,
  ),
  // What measures: others beside it would be measured too.
  await run('alone', files.filter(isAlone), 1),
]
rmSync(temporary, { recursive: true })
await templates.drop()
await server?.stop()
// Where they failed, thousands of lines may have followed.
const failures = runs.map((one) => one.failures).join('')
if (failures !== '') console.log(`\nWhat failed, once more:\n\n${failures.trimEnd()}`)
process.exitCode = runs.find(({ status }) => status !== 0)?.status ?? 0
