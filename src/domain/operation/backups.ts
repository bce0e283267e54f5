import { dayMs } from '../../lib/measure/units.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import { type LastBackup, lastBackup } from '../../storage/tools/last-backup.ts'
import type { Context } from '../context.ts'

/** The timer makes one each night. */
const maxAgeMs = 3 * dayMs

/** `last` is undefined where no backup has been made. */
export interface BackupState {
  last: LastBackup | undefined
  isLate: boolean
}

/** What is known of the backups of the embedded database; undefined for PostgreSQL, whose pg_dump tells nobody. */
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
