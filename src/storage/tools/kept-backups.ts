import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'

/** These names sort by time. */
const named = /^(norn-\d{8}T\d{6}Z)\.sqlite\.gz/

/** Returns the path of a new backup made at `now` (epoch milliseconds), and creates `directory` for this user only. */
export async function nextBackup(directory: string, now: number): Promise<string> {
  await makeFolder(directory)
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(directory, `norn-${time}.sqlite.gz`)
}

/** Deletes all but the newest `keep` backups with such a name, and unfinished files. Returns the deleted paths. */
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
