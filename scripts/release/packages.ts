// The deb and the rpm, which nfpm makes from one description.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isoTimeOf, root, type Source } from './checkout.ts'
import type { Program } from './program.ts'
import { text } from './run.ts'
import { tool } from './tools.ts'

const home = '/usr/lib/norn'
const deploy = join(root, 'deploy')
const script = (name: string): string => join(deploy, 'package', name)

export function writeDebAndRpm(program: Program, source: Source, work: string, out: string): void {
  const description = join(work, 'nfpm.json')
  writeFileSync(description, JSON.stringify(describe(program, source, work)))
  const files = { deb: `norn_${source.version}_amd64.deb`, rpm: `norn-${source.version}.x86_64.rpm` }
  for (const [packager, file] of Object.entries(files))
    text(
      tool('nfpm'),
      ['package', '--config', description, '--packager', packager, '--target', join(out, file)],
      work,
    )
}

function describe(program: Program, source: Source, work: string): object {
  const mtime = isoTimeOf(source)
  const file = (src: string, dst: string, mode = 0o644) => ({ src, dst, file_info: { mode, mtime } })
  return {
    name: 'norn',
    arch: 'amd64',
    platform: 'linux',
    version: source.version,
    version_schema: 'semver',
    section: 'net',
    priority: 'optional',
    // Nobody publishes it yet; a publisher puts their address here.
    maintainer: 'The maintainers of Norn <maintainers@norn.invalid>',
    description:
      'account service for a game community\nSign-in, sessions, profiles and skins for players and their game servers.',
    license: 'Apache-2.0',
    mtime,
    umask: 0o022,
    contents: [
      { src: program.directory, dst: home, type: 'tree' },
      file(script('norn.sh'), '/usr/bin/norn', 0o755),
      ...units(work).map((unit) => file(unit, `/usr/lib/systemd/system/${basename(unit)}`)),
      { dst: '/etc/norn', type: 'dir', file_info: { mode: 0o750, mtime } },
      { ...file(script('settings.env'), '/etc/norn/norn.env', 0o640), type: 'config|noreplace' },
      file(script('copyright'), '/usr/share/doc/norn/copyright'),
      file(join(root, 'CHANGELOG.md'), '/usr/share/doc/norn/CHANGELOG.md'),
      { src: `${home}/docs`, dst: '/usr/share/doc/norn/docs', type: 'symlink' },
    ],
    scripts: {
      postinstall: script('after-install.sh'),
      preremove: script('before-remove.sh'),
      postremove: script('after-remove.sh'),
    },
    deb: { scripts: { templates: script('templates') }, compression: 'gzip' },
    rpm: { buildhost: 'norn', compression: 'gzip:6' },
    overrides: {
      deb: {
        depends: ['libc6 (>= 2.28)', 'libstdc++6', 'passwd', 'util-linux', 'debconf (>= 0.5) | debconf-2.0'],
      },
      rpm: { depends: ['glibc >= 2.28', 'libstdc++', 'shadow-utils', 'util-linux'] },
    },
  }
}

/**
 * Writes the units of deploy/systemd with the paths of a system package, and returns the paths of the files.
 */
function units(work: string): string[] {
  const directory = join(work, 'units')
  mkdirSync(directory)
  return readdirSync(join(deploy, 'systemd')).map((name) => {
    const unit = readFileSync(join(deploy, 'systemd', name), 'utf8')
      .replaceAll('/usr/local/bin/norn', `${home}/norn`)
      .replaceAll('/usr/local/lib/node_modules/norn', home)
      .replaceAll('/etc/norn/.env', '/etc/norn/norn.env')
    const path = join(directory, name)
    writeFileSync(path, unit)
    chmodSync(path, 0o644)
    return path
  })
}
