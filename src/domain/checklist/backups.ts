import { dayMs } from '../../lib/measure/units.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import { type LastBackup, lastBackup } from '../../storage/tools/last-backup.ts'
import type { Context } from '../context.ts'

/** A timer makes a backup every night. */
const maxAgeMs = 3 * dayMs

/** `last` is undefined if no backup has been made. */
interface BackupState {
  last: LastBackup | undefined
  isLate: boolean
}

/** Returns the state of the embedded database's backups. For PostgreSQL it returns undefined, because pg_dump leaves no trace. */
export async function backupState({
  clock,
  config: { databaseUrl },
}: Pick<Context, 'clock'> & { config: Pick<Context['config'], 'databaseUrl'> }): Promise<
  BackupState | undefined
> {
  const database = embeddedFile(databaseUrl)
  if (database === undefined) return undefined
  const last = await lastBackup(database)
  return { last, isLate: last === undefined || clock() - Date.parse(last.at) >= maxAgeMs }
}
