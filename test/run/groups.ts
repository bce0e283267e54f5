// Test files share processes: loading the service takes each process a second, and code that has run before takes
// half the time (docs/decisions/0063-the-test-run.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { durationOf } from './durations.ts'

const root = new URL('../..', import.meta.url)

/** At the top of a file, these hooks would also run for each test of the other files in the process. */
const hookOfAll = /^(?:beforeEach|afterEach)\(/m

/** Tests that examine all statements which their process has declared; other tests declare some, too. */
const hasProcessOfItsOwn = (file: string): boolean => file === 'test/attacks/plans.test.ts'

/** The tests of a process, unless nothing is left: loading the service takes each process more than a second. */
const leastMs = 30_000

interface Sharing {
  /** Returns true if a file for every database runs on both, and false for SQLite alone. */
  isOnBoth: (file: string) => boolean
  atOnce: number
  directory: string
}

interface Group {
  ms: number
  files: string[]
}

/**
 * Writes a file for each process into the directory, which imports its test files, those for SQLite alone first.
 * Returns the paths, the longest first.
 */
export function shareProcesses(files: readonly string[], { isOnBoth, atOnce, directory }: Sharing): string[] {
  const offending = files.find((file) => hookOfAll.test(readFileSync(new URL(file, root), 'utf8')))
  if (offending) throw new Error(`${offending}: put its beforeEach or afterEach into a describe`)
  const onOne = setting('sqlite', directory)
  const onBoth = setting('sqlite postgres', directory)
  const groups = dealt(files, atOnce).sort((a, b) => b.ms - a.ms)
  return groups.map((group, index) => {
    const path = join(directory, `${String(index + 1).padStart(2, '0')}.test.mjs`)
    const urls = (of: readonly string[]) => of.map((file) => new URL(file, root))
    const imported = [
      onOne,
      ...urls(group.files.filter((file) => !isOnBoth(file))),
      onBoth,
      ...urls(group.files.filter(isOnBoth)),
    ]
    writeFileSync(path, imported.map(({ href }) => `import '${href}'\n`).join(''))
    return path
  })
}

/** Returns a module that chooses the databases of the files that are imported after it. */
function setting(kinds: string, directory: string): URL {
  const path = join(directory, `on-${kinds.replace(' ', '-')}.mjs`)
  writeFileSync(path, `process.env.NORN_TEST_DATABASES = '${kinds}'\n`)
  return new URL(`file://${path}`)
}

/**
 * Distributes the files: large groups first, and smaller ones the less is left, so that few processes load the service
 * and the last ones end together. Each group takes a share of the rest.
 */
function dealt(files: readonly string[], atOnce: number): Group[] {
  const groups: Group[] = []
  let leftMs = files.reduce((sum, file) => sum + durationOf(file), 0)
  let group: Group | undefined
  let takesMs = 0
  for (const file of files.toSorted((a, b) => durationOf(b) - durationOf(a))) {
    const isAlone = hasProcessOfItsOwn(file) || group?.files.some(hasProcessOfItsOwn)
    if (group === undefined || isAlone || group.ms + durationOf(file) > takesMs) {
      group = { ms: 0, files: [] }
      groups.push(group)
      takesMs = Math.max(leastMs, leftMs / (2 * atOnce))
    }
    group.files.push(file)
    group.ms += durationOf(file)
    leftMs -= durationOf(file)
  }
  return groups
}
