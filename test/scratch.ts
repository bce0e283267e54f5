// Where the databases of a run lie: in memory where it has room. They are made and dropped by the hundred, and no test
// cuts the power.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes. A run of all tests takes a quarter of it. */
const enough = 4 * 2 ** 30

/** Returns the directory for the databases and data directories of this run; for a file that runs by itself, the machine's. */
export const scratch = (): string => process.env['NORN_TEST_SCRATCH'] ?? tmpdir()

/** The f_type of statfs(2) of tmpfs and overlayfs: a restart or the end of a container takes what lies there. */
const fleeting = [0x0102_1994, 0x794c_7630]

/** Returns a directory on a disk. `/tmp` is in memory on Debian 13, and `/` in many containers is an overlay. */
export function disk(): string {
  const ofCheckout = join(import.meta.dirname, '..', 'node_modules', '.cache')
  mkdirSync(ofCheckout, { recursive: true })
  const candidates = [tmpdir(), '/var/tmp', ofCheckout]
  const found = candidates.find((directory) => existsSync(directory) && !isFleeting(directory))
  if (found) return found
  throw new Error(`none of ${candidates.join(', ')} is on a disk; set TMPDIR to a directory that is`)
}

const isFleeting = (directory: string): boolean => fleeting.includes(statfsSync(directory).type)

/** Makes a directory that goes with the run. PostgreSQL, which runs as another user, may pass through it. */
export function makeScratch({ onDisk }: { onDisk: boolean }): string {
  const directory = mkdtempSync(join(!onDisk && hasRoom() ? memory : tmpdir(), 'norn-tests-'))
  chmodSync(directory, 0o711)
  return directory
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) > enough
  } catch {
    return false
  }
}
