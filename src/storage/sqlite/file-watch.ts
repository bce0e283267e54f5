import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'

/** Returns an identifier of the file that is now at a path, or undefined if there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

/** The files of a database whose identifiers are compared: a connection has the three of them open. */
export const filesOf = (path: string): Opened =>
  [path, `${path}-wal`, `${path}-shm`].map((each) => [each, identityOf(each)])

/** Paths, each with the identifier of the file that was opened there. */
export type Opened = readonly (readonly [path: string, identity: string | undefined])[]

/** Returns true for a database that already keeps a write-ahead log: its header says so (sqlite.org/fileformat2). */
export function hasWriteAheadLog(path: string): boolean {
  const header = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' && header[18] === 2 && header[19] === 2
}

/**
 * Throws DatabaseUnavailable if the file at the path is no longer the one that was `opened`, because nobody would find
 * what is written to it. The check takes microseconds, next to a commit that waits for the disk.
 */
export function refuseOthers(path: string, opened: string | undefined): void {
  const now = identityOf(path)
  if (opened === undefined || now === opened) return
  throw new DatabaseUnavailable(
    `${path} was ${now === undefined ? 'deleted or moved away' : 'replaced'} while Norn had it open, so nothing is written any more; put the same file back and Norn continues, or stop it and restore a backup (norn restore FILE --verify); see docs/operations.md first, for what is still open`,
  )
}
