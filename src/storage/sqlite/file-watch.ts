import { statSync } from 'node:fs'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'

/** Returns an identifier of the file that is now at a path, or undefined if there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
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
