import { minuteMs } from '../../lib/measure/units.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { BackupRun } from '../../state/limits/backup-runs.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import { takeAll } from '../../storage/limits/budgets.ts'
import { backupFolder } from '../../storage/tools/kept-backups.ts'
import { lastBackup } from '../../storage/tools/last-backup.ts'
import { change } from '../change.ts'
import type { ChangeContext, OperationContext, ReadContext } from '../context.ts'

/** A backup reads and writes the whole database. */
export const backupStarts = { size: 4, refillMs: 15 * minuteMs }

/** The backups of this service as an administrator sees them. */
export interface Backups {
  run: BackupRun
  /** The newest one, also of the command; undefined if there is none, or if the database is PostgreSQL. */
  last: { at: string; file: string } | undefined
}

type Deps = ChangeContext & OperationContext

/**
 * Begins a backup of the embedded database, unless one is being made. It is done by another thread. Throws Refused
 * `backup_of_postgres` and `overloaded`.
 */
export async function beginBackup(context: Deps, by: Actor): Promise<void> {
  const { backupRuns, clock, config } = context
  const database = embeddedFile(config.databaseUrl)
  if (database === undefined) throw new Refused('backup_of_postgres')
  if (backupRuns.current.isRunning) return
  await change(context, by, async (tx) => {
    const waitMs = await takeAll(tx, clock(), [{ key: 'backup', budget: backupStarts }])
    if (waitMs > 0) throw new Refused('overloaded', { retryAfter: Math.ceil(waitMs / 1000) })
    return { events: [{ event: 'backup.begun', account: null, details: {} }] }
  })
  backupRuns.begin(database, backupFolder(config.dataDir))
}

export async function showBackups({
  backupRuns,
  config,
}: Pick<OperationContext, 'backupRuns'> & Pick<ReadContext, 'config'>): Promise<Backups> {
  const database = embeddedFile(config.databaseUrl)
  return { run: backupRuns.current, last: database === undefined ? undefined : await lastBackup(database) }
}
