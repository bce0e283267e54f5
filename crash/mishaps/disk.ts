// A small disk in memory, which only this process and its children see.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inside = 'CRASH_HAS_OWN_MOUNTS'
const ownMounts = ['--map-root-user', '--mount']

/** Returns true if this process may mount disks of its own. */
export const hasOwnMounts = (): boolean => process.env[inside] === '1'

/** Runs this program again where it may mount. Returns its status, or undefined if this machine lets nobody do that. */
export async function againWithOwnMounts(): Promise<number | undefined> {
  try {
    execFileSync('unshare', [...ownMounts, 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const child = spawn('unshare', [...ownMounts, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [inside]: '1' },
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status ?? 1
}

export interface SmallDisk extends AsyncDisposable {
  readonly path: string
  /** Leaves no byte. */
  fill(): void
  empty(): Promise<void>
  /** Throws if a file is open for writing. */
  setReadOnly(isReadOnly: boolean): void
}

/** Mounts a disk of so many MiB. */
export function mountDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'norn-disk-'))
  const filler = join(path, 'filler')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', path])
  return {
    path,
    fill() {
      // Others write, too.
      for (let { bavail, bsize } = statfsSync(path); bavail > 0; { bavail, bsize } = statfsSync(path)) {
        try {
          appendFileSync(filler, Buffer.alloc(bavail * bsize))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    empty: () => rm(filler, { force: true }),
    setReadOnly(isReadOnly) {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path], { stdio: 'pipe' })
    },
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['--lazy', path])
      await rm(path, { recursive: true, force: true })
    },
  }
}
