// Runs the tests: all of them, or those whose file name contains one of the arguments. Arguments with a
// dash go to node, e.g. `npm test -- joins --test-name-pattern=expired`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { startPostgres } from './postgres.ts'

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const filters = given.filter((argument) => !argument.startsWith('-'))

const root = new URL('..', import.meta.url)
const files = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort()
if (files.length === 0) {
  console.error(`no test file is called ${filters.join(' or ')}`)
  process.exit(2)
}

const server = process.env.NORN_TEST_POSTGRES_URL ? undefined : await startPostgres()
const flags = ['--test', '--test-concurrency=4', '--test-reporter=spec']
const tests = spawn(process.execPath, [...flags, ...options, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { NORN_TEST_POSTGRES_URL: server?.url, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const [status] = (await once(tests, 'exit')) as [number | null]
await server?.stop()
process.exitCode = status ?? 1
