// A fresh Debian in a folder, by Debian's own debootstrap, from wherever that gets Debian.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cache } from '../../scripts/release/tools.ts'
import { inRoot, run } from './spaces.ts'

const suite = 'bookworm'

/** Packages that the pages of docs/start install are in the caches of its apt, since tests have no network. */
const offered = ['caddy', 'podman', 'cron']

/** Returns its path. Created once, and kept; three attempts, since all of it comes over the network. */
export function freshDebian(): string {
  const root = join(cache, `debian-${suite}`)
  if (existsSync(root)) return root
  const partial = `${root}.partial`
  mkdirSync(cache, { recursive: true })
  attempts(3, () => {
    rmSync(partial, { recursive: true, force: true })
    make(partial)
  })
  renameSync(partial, root)
  return root
}

function make(root: string): void {
  const work = mkdtempSync(join(tmpdir(), 'norn-debootstrap-'))
  try {
    // The machine's own, or unpacked from the package without an installation.
    run('apt-get', ['download', '-o', 'APT::Sandbox::User=root', 'debootstrap'], work)
    const [deb = ''] = readdirSync(work)
    run('dpkg-deb', ['--extract', deb, work], work)
    const program = join(work, 'usr/sbin/debootstrap')
    const path = `${process.env['PATH']}:/usr/sbin:/sbin`
    const variables = { DEBOOTSTRAP_DIR: join(work, 'usr/share/debootstrap'), PATH: path }
    run(program, ['--variant=minbase', suite, root], work, variables)
    const fetch = 'apt-get -q -o APT::Sandbox::User=root update && apt-get -q -o APT::Sandbox::User=root'
    const download = `${fetch} --yes --no-install-recommends --download-only install ${offered.join(' ')}`
    inRoot(root, 'sh', '-c', download)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function attempts(left: number, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (left <= 1) throw error
    console.log(`once more: ${String(error).slice(0, 300)}`)
    attempts(left - 1, work)
  }
}
