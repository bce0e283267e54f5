import type { Logger } from 'pino'
import { embeddedFile } from '../../storage/engine/open.ts'
import { filesOpenToOthers } from '../../storage/tools/database-files.ts'

/**
 * Warns about files that other users can open: Norn creates its files for its user alone, but one that was copied
 * or unpacked by hand may differ.
 */
export async function warnOfOpenFiles(databaseUrl: string, log: Logger): Promise<void> {
  const path = embeddedFile(databaseUrl)
  const files = path === undefined ? [] : await filesOpenToOthers(path)
  if (files.length === 0) return
  log.warn({ files }, `other users of this machine can open the database: chmod 600 ${files.join(' ')}`)
}
