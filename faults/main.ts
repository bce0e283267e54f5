// npm run faults [-- WORD …]: plants each fault of the list, or those whose rule or layer contains one of the
// words, in a copy of the tree, and runs the tests that should notice. Exits with 1 if a fault survives or no
// longer applies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shortLived, startPostgres } from '../test/postgres.ts'
import { makeTemplates } from '../test/templates.ts'
import type { Fault } from './fault.ts'
import { faults } from './list.ts'
import { plant, sourcesOf } from './sources.ts'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const chosen = Object.entries(faults).flatMap(([layer, some]) =>
  some
    .filter(({ rule }) => words.length === 0 || words.some((word) => layer === word || rule.includes(word)))
    .map((fault) => ({ layer, fault })),
)
if (chosen.length === 0) {
  console.error(`there is no such fault: ${words.join(' ')}`)
  process.exit(2)
}

/** The number of cores of a small machine. */
const atOnce = 2
const given = process.env.NORN_TEST_POSTGRES_URL
const server = given ? undefined : await startPostgres(shortLived)
if (server) process.env['NORN_TEST_POSTGRES_URL'] = server.url
const templates = await makeTemplates(['sqlite', 'postgres'])
const directory = mkdtempSync(join(tmpdir(), 'norn-faults-'))

/** Copies the tree without large, unchanged parts. */
function copyTree(name: string): string {
  const copy = join(directory, name)
  const large = /\/(node_modules|\.git|dist)$/
  cpSync(root, copy, { recursive: true, filter: (path) => !large.test(path) })
  for (const modules of ['node_modules', 'test/node_modules'])
    symlinkSync(join(root, modules), join(copy, modules))
  return copy
}

async function runTests(
  copy: string,
  { tests, named, on }: Fault,
  copied: Record<string, string>,
): Promise<{ failed: boolean }> {
  const pattern = named === undefined ? [] : [`--test-name-pattern=${named}`]
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=1', '--test-timeout=300000', ...pattern, ...tests],
    {
      cwd: copy,
      env: {
        ...process.env,
        ...copied,
        // One database is enough for rules that hold on every database.
        NORN_TEST_DATABASES: on ?? 'sqlite',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      },
      stdio: 'ignore',
      // Tests that hang have noticed the fault, too.
      timeout: 600_000,
    },
  )
  const [status] = await once(child, 'exit')
  return { failed: status !== 0 }
}

const clean = new Map<string, Promise<boolean>>()

/** Resolves with true if the tests pass without a fault: tests that always fail would catch any. */
function passClean(copy: string, fault: Fault): Promise<boolean> {
  const key = JSON.stringify([fault.tests, fault.named, fault.on])
  const known = clean.get(key)
  if (known) return known
  const passing = runTests(copy, fault, templates.env).then(({ failed }) => !failed)
  clean.set(key, passing)
  return passing
}

/** Resolves with undefined if the tests noticed the fault. */
async function survival(copy: string, fault: Fault): Promise<string | undefined> {
  try {
    if (!(await passClean(copy, fault))) return `its tests fail without it: ${fault.tests.join(' ')}`
    const { file, before, after } = plant(sources, fault)
    writeFileSync(join(copy, file), after)
    try {
      // The templates have the schema without the fault.
      const { failed } = await runTests(copy, fault, file.includes('/migrations/') ? {} : templates.env)
      return failed ? undefined : `it survives ${fault.tests.join(' ')}`
    } finally {
      writeFileSync(join(copy, file), before)
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const copies = Array.from({ length: atOnce }, (_, index) => copyTree(String(index)))
const sources = sourcesOf(copies[0] ?? root)
const left = [...chosen]
let survived = 0
async function work(copy: string): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const why = await survival(copy, next.fault)
    if (why !== undefined) survived++
    console.log(`${why === undefined ? 'caught    ' : 'NOT CAUGHT'}  ${next.layer}: ${next.fault.rule}`)
    if (why !== undefined) console.log(`            ${why}`)
  }
}

try {
  await Promise.all(copies.map(work))
} finally {
  rmSync(directory, { recursive: true })
  await templates.drop()
  await server?.stop()
}
console.log(`${chosen.length - survived} of ${chosen.length} faults are caught`)
process.exitCode = survived > 0 ? 1 : 0
