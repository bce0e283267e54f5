// Runs the tests: all of them, or those whose file name contains one of the arguments; of these, with --quick those
// that `isQuick` names, on SQLite alone where they would run on both databases, with --slow the others. Other
// arguments with a dash go to node, e.g. `npm test -- joins --test-name-pattern=expired`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shareProcesses } from './groups.ts'
import { installTestPackages } from './packages.ts'
import { startPostgres } from './postgres.ts'
import { makeTemplates } from './templates.ts'

const given = process.argv.slice(2)
const choices = ['--quick', '--slow']
const options = given.filter((argument) => argument.startsWith('-') && !choices.includes(argument))
const filters = given.filter((argument) => !argument.startsWith('-'))

const isAlone = (file: string) => file.endsWith('.alone.test.ts')
/** Those of test/attacks/ start the program, too. */
const isSlow = (file: string) =>
  file.endsWith('.slow.test.ts') || file.startsWith('test/attacks/') || isAlone(file)

/** Of other programs, of several services at once, of whole databases. */
const large = [
  'test/clients/',
  'test/conformance/',
  'test/instances/',
  'test/moving/',
  'test/storage/',
  'test/domain/encryption.',
]
const isQuick = (file: string) => !isSlow(file) && !large.some((start) => file.startsWith(start))

const root = new URL('..', import.meta.url)
const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] })
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .filter((file) => !given.includes(isQuick(file) ? '--slow' : '--quick'))
  .sort()
if (files.length === 0) {
  console.error(`there is no such test file: ${given.join(' ')}`)
  process.exit(2)
}

installTestPackages()
const server = process.env.NORN_TEST_POSTGRES_URL ? undefined : await startPostgres()
if (server) process.env['NORN_TEST_POSTGRES_URL'] = server.url
const templates = await makeTemplates()
// Each test process, and each command that it starts, would else spend half a second on compiling.
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', root))
const env = {
  NORN_TEST_QUICK: String(given.includes('--quick')),
  NODE_COMPILE_CACHE: compiled,
  ...process.env,
  ...templates.env,
}

let isInterrupted = false

async function run(some: readonly string[], atOnce: number): Promise<number> {
  if (some.length === 0 || isInterrupted) return 0
  // A test, or a process, that hangs is a failure, not a run without end.
  const flags = ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=600000', '--test-reporter=spec']
  const tests = spawn(process.execPath, [...flags, ...options, ...some], { cwd: root, stdio: 'inherit', env })
  const stop = (signal: NodeJS.Signals) => {
    isInterrupted = true
    tests.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const [status] = (await once(tests, 'exit')) as [number | null]
  return status ?? 1
}

const groups = mkdtempSync(join(tmpdir(), 'norn-tests-'))
const together = await run(
  [
    ...shareProcesses(
      files.filter((file) => !isSlow(file)),
      groups,
    ),
    ...files.filter((file) => isSlow(file) && !isAlone(file)),
  ],
  4,
)
// What measures: others beside it would be measured too.
const alone = await run(files.filter(isAlone), 1)
rmSync(groups, { recursive: true })
await templates.drop()
await server?.stop()
process.exitCode = together || alone
