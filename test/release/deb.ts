// The deb on a Debian of its own, by test/release/deb.sh.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshDebian } from './debian.ts'
import { inSpaces, run } from './spaces.ts'

const programs = join(import.meta.dirname, '../evening/programs')

export function tryDeb(deb: string, version: string, work: string): void {
  const root = join(work, 'debian')
  run('cp', ['--archive', freshDebian(), root])
  const packages = join(root, 'packages')
  mkdirSync(packages)
  cpSync(deb, join(packages, 'newer.deb'))
  makeOlder(deb, join(packages, 'older.deb'), work)
  for (const name of ['systemctl', 'systemd-notify']) cpSync(join(programs, name), join(packages, name))
  cpSync(join(import.meta.dirname, 'deb.sh'), join(packages, 'deb.sh'))
  writeFileSync(join(packages, 'version'), version)
  inSpaces('root.sh', root, 'bash', '/packages/deb.sh')
  rmSync(root, { recursive: true, force: true })
}

/** The same package with a lower version, with another line in its settings, and without its last migration. */
function makeOlder(deb: string, older: string, work: string): void {
  const directory = join(work, 'older')
  run('dpkg-deb', ['--raw-extract', deb, directory])
  change(join(directory, 'DEBIAN/control'), /^Version: .*$/m, 'Version: 0.0.1')
  change(join(directory, 'etc/norn/norn.env'), /$/, '# Of an older version.\n')
  const file = run('grep', [
    '--recursive',
    '--files-with-matches',
    "'0001-engine'",
    `${directory}/usr/lib/norn/dist`,
  ])
  change(file.trim(), /^ +'\d{4}-[\w-]+': \w+,?\n(?=\};)/m, '')
  run('dpkg-deb', ['-Znone', '--build', directory, older])
  rmSync(directory, { recursive: true })
}

function change(file: string, pattern: RegExp, replacement: string): void {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(pattern, replacement)
  if (after === before) throw new Error(`${file} has no ${String(pattern)}`)
  writeFileSync(file, after)
}
