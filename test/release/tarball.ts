// The tarball: unpacked anywhere, started through a link, with nothing of this machine in the environment.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './spaces.ts'

export function tryTarball(file: string, version: string, work: string): void {
  const directory = join(work, 'unpacked')
  mkdirSync(directory)
  run('tar', ['--extract', '--file', file], directory)
  const link = join(work, 'norn')
  symlinkSync(join(directory, `norn-${version}-linux-x64`, 'norn'), link)
  const norn = (...line: string[]) =>
    spawnSync(link, line, { cwd: directory, env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' })
  const output = norn('--version').stdout
  assert.match(output, new RegExp(`^${version.replaceAll('.', '\\.')}\\+[0-9a-f]{10}\\n$`))
  const made = norn(
    'account',
    'create',
    '--username',
    'Steve',
    '--email',
    's@example.org',
    '--password',
    'x'.repeat(12),
  )
  assert.equal(made.status, 0, made.stderr)
  assert.match(norn('account', 'list').stdout, /Steve/)
}
