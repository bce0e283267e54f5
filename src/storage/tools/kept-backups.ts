import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'

/** The beginnings of their names. Names with the same beginning sort by time. */
type Beginning = 'norn' | 'norn-now'

const namedSo = {
  norn: /^norn-\d{8}T\d{6}Z\.sqlite\.gz/,
  'norn-now': /^norn-now-\d{8}T\d{6}Z\.sqlite\.gz/,
}

/** The folder of the backups that the service makes; those of the command go where its argument says. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** Returns the path of a new backup made at `now` (epoch milliseconds), and creates `directory` for this user only. */
export async function nextBackup(
  directory: string,
  now: number,
  beginning: Beginning = 'norn',
): Promise<string> {
  await makeFolder(directory)
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(directory, `${beginning}-${time}.sqlite.gz`)
}

/** Deletes all but the newest `keep` backups with such a name, and unfinished files. Returns the deleted paths. */
export async function removeOldBackups(
  directory: string,
  keep: number,
  beginning: Beginning = 'norn',
): Promise<string[]> {
  const named = namedSo[beginning]
  const files = (await readdir(directory)).toSorted()
  const oldestKept = files.filter((file) => named.exec(file)?.[0] === file).at(-keep)
  if (oldestKept === undefined) return []
  const removed = files
    .filter((file) => named.test(file) && file < oldestKept)
    .map((file) => join(directory, file))
  for (const path of removed) await rm(path, { force: true })
  return removed
}
