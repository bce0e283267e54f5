// README on a machine that has npm and an old Node.js: a clone, two commands, a player who joins.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from './pages.ts'
import { Terminal } from './terminal.ts'

const repository = join(import.meta.dirname, '../..')

/** The current files of the repository, in a fresh directory. */
export function clone(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const files = `git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
    tar --null --files-from=- --ignore-failed-read --create 2> /dev/null | tar --extract --directory="$0"`
  execFileSync('sh', ['-c', files, directory], { cwd: repository })
}

/** Installs and starts with this command, and then follows what README says for the second terminal. */
export async function firstPlayer(
  readme: Page,
  directory: string,
  line: string,
  variables: NodeJS.ProcessEnv,
): Promise<void> {
  rmSync(join(directory, 'data'), { recursive: true, force: true })
  const first = new Terminal(directory, variables)
  const second = new Terminal(directory, variables)
  try {
    await first.start(line, 'listening: http://127.0.0.1:8080')
    const output = await second.type(readme.block('Run it', 'account create'))
    assert.match(output, /HTTP\/1\.1 200 [^]*HTTP\/1\.1 200 [^]*"name":"Steve"[^]*"signature":"/)
  } finally {
    await second.interrupt()
    assertNoWarnings(await first.interrupt())
  }
}

/** Asserts that there are no warnings, except those about npm's configuration on this machine. */
export function assertNoWarnings(output: string): void {
  const warnings = output.split('\n').filter((line) => /^npm (warn|error)/i.test(line))
  const own = warnings.filter((line) => !/Unknown (user|env|global|builtin) config/.test(line))
  assert.deepEqual(own, [])
}
