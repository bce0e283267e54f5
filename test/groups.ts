// Tests that start no program share a process with others: to load the service takes each process more than a
// second, and what has run before runs in half the time (docs/decisions/0059-how-tests-are-fast.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('..', import.meta.url)

/** At the top of a file they would be run for each test of its neighbours, too. */
const hookOfAll = /^(?:beforeEach|afterEach)\(/m

/** Writes into the directory a file for each process, which imports its test files, and returns their paths. */
export function shareProcesses(
  files: readonly string[],
  filesPerProcess: number,
  directory: string,
): string[] {
  const offending = files.find((file) => hookOfAll.test(readFileSync(new URL(file, root), 'utf8')))
  if (offending) throw new Error(`${offending}: put its beforeEach or afterEach into a describe`)
  const count = Math.ceil(files.length / filesPerProcess)
  return Array.from({ length: count }, (_, index) => {
    // Neighbours are about the same and take about as long: they are dealt out like cards.
    const own = files.filter((_file, at) => at % count === index)
    const group = join(directory, `${String(index + 1).padStart(2, '0')}.test.mjs`)
    writeFileSync(group, own.map((file) => `import '${new URL(file, root).href}'\n`).join(''))
    return group
  })
}
