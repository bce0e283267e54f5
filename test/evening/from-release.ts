// A fresh Debian without Node.js, one file of a release, and one page of docs/start.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freshDebian } from '../release/debian.ts'
import { run, whyNoSpaces } from '../release/spaces.ts'

/** Each is the name of a page in docs/start, too. */
export const origins = ['deb', 'tarball', 'image'] as const
export type Origin = (typeof origins)[number]

const fileOf = (origin: Origin, version: string): string =>
  ({
    deb: `norn_${version}_amd64.deb`,
    tarball: `norn-${version}-linux-x64.tar.gz`,
    image: `norn-${version}-oci.tar`,
  })[origin]

export const whyNoStart = (): string | undefined => whyNoSpaces('apt-get', 'dpkg-deb', 'pivot_root', 'wget')

/**
 * Does everything that the page says with the file in `release`, until two friends have joined. Throws the output.
 */
export function startFrom(origin: Origin, release: string, version: string): void {
  const work = mkdtempSync(join(tmpdir(), 'norn-start-'))
  try {
    const root = join(work, 'debian')
    run('cp', ['--archive', freshDebian(), root])
    furnish(root)
    const file = join(release, fileOf(origin, version))
    cpSync(file, join(root, 'root', basename(file)))
    const unshare = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--mount-proc']
    const scripts = [join(import.meta.dirname, 'start.sh'), root, process.execPath]
    const line = [
      ...unshare,
      '--propagation=private',
      'sh',
      ...scripts,
      join(import.meta.dirname, 'start.ts'),
    ]
    const { status, stdout, stderr } = spawnSync('unshare', [...line, origin, root], { encoding: 'utf8' })
    if (status !== 0)
      throw new Error(`docs/start/${origin}.md does not lead to friends who play:\n${stdout}\n${stderr}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Adds what an installed Debian has, and what one without systemd, cgroups and prompts needs. */
function furnish(root: string): void {
  const programs = join(import.meta.dirname, 'programs')
  for (const name of ['systemctl', 'systemd-notify', 'caddy-by-itself'])
    cpSync(join(programs, name), join(root, 'usr/bin', name))
  const answers =
    'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\nAPT::Sandbox::User "root";\n'
  writeFileSync(join(root, 'etc/apt/apt.conf.d/99answers'), answers)
  mkdirSync(join(root, 'etc/containers'), { recursive: true })
  const engine = `[containers]\ncgroups = "disabled"\nenv = ["NODE_EXTRA_CA_CERTS=/data/caddy.crt"]\n[engine]\ncgroup_manager = "cgroupfs"\n`
  writeFileSync(join(root, 'etc/containers/containers.conf'), engine)
}
