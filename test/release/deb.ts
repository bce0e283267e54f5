// The deb on a separate Debian, by test/release/deb.sh.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshDebian } from './debian.ts'
import { inSpaces, run } from './spaces.ts'

const newerVersion = '99.0.0'
const programs = join(import.meta.dirname, '../evening/programs')

export function tryDeb(deb: string, work: string): void {
  const root = join(work, 'debian')
  run('cp', ['--archive', freshDebian(), root])
  const packages = join(root, 'packages')
  mkdirSync(packages)
  cpSync(deb, join(packages, 'older.deb'))
  makeNewer(deb, join(packages, 'newer.deb'), work)
  for (const name of ['systemctl', 'systemd-notify']) cpSync(join(programs, name), join(packages, name))
  cpSync(join(import.meta.dirname, 'deb.sh'), join(packages, 'deb.sh'))
  writeFileSync(join(packages, 'version'), newerVersion)
  inSpaces('root.sh', root, 'bash', '/packages/deb.sh')
  rmSync(root, { recursive: true, force: true })
}

/** Makes the same package with a higher version, an additional line in its settings, and an additional migration. */
function makeNewer(deb: string, newer: string, work: string): void {
  const directory = join(work, 'newer')
  run('dpkg-deb', ['--raw-extract', deb, directory])
  change(join(directory, 'DEBIAN/control'), /^Version: .*$/m, `Version: ${newerVersion}`)
  change(join(directory, 'etc/norn/norn.env'), /$/, '# Of a newer version.\n')
  const file = run('grep', [
    '--recursive',
    '--files-with-matches',
    '"0001-accounts": ',
    `${directory}/usr/lib/norn/dist`,
  ])
  const migration = `"9999-later": { up: (db) => db.schema.createTable('later').addColumn('id', 'integer').execute() }`
  change(file.trim(), /^( +"\d{4}-[\w-]+": \w+),?\n(?=\};)/m, `$1,\n${migration},\n`)
  run('dpkg-deb', ['-Znone', '--build', directory, newer])
  rmSync(directory, { recursive: true })
}

function change(file: string, pattern: RegExp, replacement: string): void {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(pattern, replacement)
  if (after === before) throw new Error(`${file} has no ${String(pattern)}`)
  writeFileSync(file, after)
}
