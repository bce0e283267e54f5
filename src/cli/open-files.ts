import type { Logger } from 'pino'
import { filesOpenToOthers } from '../storage/tools/database-files.ts'

/** Norn makes its files for its user alone; one that was copied or unpacked by hand may be open to others. */
export async function warnOfOpenFiles(databaseUrl: string, log: Logger): Promise<void> {
  if (!databaseUrl.startsWith('sqlite:')) return
  const files = await filesOpenToOthers(databaseUrl.slice('sqlite:'.length))
  if (files.length === 0) return
  log.warn({ files }, `other users of this machine can open the database: chmod 600 ${files.join(' ')}`)
}
