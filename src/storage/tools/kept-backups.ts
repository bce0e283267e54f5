import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'

/** The names sort by time. */
const named = /^(norn-\d{8}T\d{6}Z)\.sqlite\.gz/

/** A new name for a backup made at `now` (epoch milliseconds) in `directory`, which is made for this user alone. */
export async function nextBackup(directory: string, now: number): Promise<string> {
  await makeFolder(directory)
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(directory, `norn-${time}.sqlite.gz`)
}

/**
 * Removes all but the newest `keep` backups of that name, and what runs before them have left unfinished.
 * Answers the paths.
 */
export async function removeOldBackups(directory: string, keep: number): Promise<string[]> {
  const files = (await readdir(directory)).toSorted()
  const oldestKept = files.filter((file) => named.exec(file)?.[0] === file).at(-keep)
  if (oldestKept === undefined) return []
  const removed = files
    .filter((file) => named.test(file) && file < oldestKept)
    .map((file) => join(directory, file))
  for (const path of removed) await rm(path, { force: true })
  return removed
}
