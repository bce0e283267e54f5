// Where the databases of a run lie: in memory where it has room. They are made and dropped by the hundred, and no test
// cuts the power.
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes. A run of all tests takes a quarter of it. */
const enough = 4 * 2 ** 30

/** Returns the directory for the databases and data directories of this run; for a file that runs by itself, the machine's. */
export const scratch = (): string => process.env['NORN_TEST_SCRATCH'] ?? tmpdir()

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
