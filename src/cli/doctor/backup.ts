import { systemClock } from '../../lib/measure/clock.ts'
import { dayMs } from '../../lib/measure/units.ts'
import { embeddedFile } from '../../storage/engine/open.ts'
import { lastBackup } from '../../storage/tools/last-backup.ts'
import type { Examined } from './examined.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

/** The timer makes one each night. */
const maxAgeDays = 3

const remedy =
  'have "norn backup DIRECTORY --keep 14" run each night, by norn-backup.timer or cron (docs/deploy.md)'

/** When the last backup was made. */
export async function backups({ config: { databaseUrl } }: Examined): Promise<readonly Finding[]> {
  const database = embeddedFile(databaseUrl)
  if (database === undefined)
    return [skipped('backups of PostgreSQL are made by pg_dump, which tells nobody')]
  const last = await lastBackup(database)
  if (last === undefined) return [warning('no backup has been made yet', remedy)]
  const days = Math.floor((systemClock() - Date.parse(last.at)) / dayMs)
  if (days >= maxAgeDays)
    return [warning(`the last backup is ${days} days old (${last.file}, ${last.at})`, remedy)]
  return [ok(`the last one was made at ${last.at}: ${last.file}`)]
}
