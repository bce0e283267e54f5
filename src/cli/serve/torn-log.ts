import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import { type LogEnd, logEndOf } from '../../storage/sqlite/log-end.ts'

/**
 * Looks, before anything opens the embedded database, whether a log that a killed process has left is still whole. Warns if
 * its end is missing, since the rest is a state that the database once had. Throws DatabaseUnavailable if a page is missing
 * in front of others that may already be in the database file, since SQLite would then mix two states.
 */
export function refuseTornLog(databaseUrl: string, log: Logger): void {
  const file = embeddedFile(databaseUrl)
  const end = file === undefined ? undefined : logEndOf(file)
  if (file === undefined || end === undefined || end.readable === end.committed) return
  const { committed, copied, begun, readable } = end
  // Without any page of the log, the file is one state if no copy was under way.
  const isMixed = readable < begun && (readable > 0 || copied < begun)
  if (isMixed) throw new DatabaseUnavailable(mixed(file, end))
  if (copied === committed) return
  log.error(
    { file: `${file}-wal`, committed, readable },
    'the end of the log of the database is damaged: the last changes that were answered are lost, such as passwords, suspensions and sign-outs; check the disk, and restore a backup if you do not trust it (norn restore FILE --verify)',
  )
}

/** If everything is in the database file, the log is not needed. */
function mixed(file: string, { committed, copied, readable }: LogEnd): string {
  const what = `${file}-wal is damaged (page ${readable + 1} of ${committed})`
  return copied === committed
    ? `${what}, and ${file} has all that is in it; check the disk, and move ${file}-wal and ${file}-shm away`
    : `${what}; check the disk, move ${file} and what begins with its name away, and restore a backup: norn restore FILE --verify`
}
