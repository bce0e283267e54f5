import type { Logger } from 'pino'
import { embeddedFile } from '../../storage/engine/open.ts'
import { filesOpenToOthers } from '../../storage/tools/database-files.ts'

/** Norn makes its files for its user alone; one that was copied or unpacked by hand may be open to others. */
export async function warnOfOpenFiles(databaseUrl: string, log: Logger): Promise<void> {
  const path = embeddedFile(databaseUrl)
  const files = path === undefined ? [] : await filesOpenToOthers(path)
  if (files.length === 0) return
  log.warn({ files }, `other users of this machine can open the database: chmod 600 ${files.join(' ')}`)
}
