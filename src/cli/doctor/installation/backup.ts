import { backupState } from '../../../domain/checklist/backups.ts'
import { systemClock } from '../../../lib/measure/clock.ts'
import { dayMs } from '../../../lib/measure/units.ts'
import type { Examined } from '../examined.ts'
import { type Findings, ok, skipped, warning } from '../finding.ts'

const remedy =
  'run "norn backup DIRECTORY --keep 14" every night, with norn-backup.timer or cron (docs/deploy.md)'

/** Checks when the last backup was made. */
export async function backups({ config }: Examined): Promise<Findings> {
  const state = await backupState({ clock: systemClock, config })
  if (!state) return skipped('backups of PostgreSQL are made with pg_dump, and Norn does not know about them')
  const { last, isLate } = state
  if (last === undefined) return warning('no backup has been made yet', remedy)
  if (!isLate) return ok(`the last one was made at ${last.at}: ${last.file}`)
  const days = Math.floor((systemClock() - Date.parse(last.at)) / dayMs)
  return warning(`the last backup is ${days} days old (${last.file}, ${last.at})`, remedy)
}
