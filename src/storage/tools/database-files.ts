import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'

/** The endings of the files that SQLite keeps next to a database. The last writes may be in these files only. */
const companions = ['-wal', '-shm', '-journal'] as const

/** Returns the names of all files that SQLite reads or writes for a database, its own first. */
const filesOf = (file: string): string[] => [file, ...companions.map((ending) => `${file}${ending}`)]

/** Returns those of a database's files that exist. */
export async function presentFiles(file: string): Promise<string[]> {
  const found = await Promise.all(filesOf(file).map(async (path) => ((await exists(path)) ? [path] : [])))
  return found.flat()
}

/** Deletes a database that nobody else uses, with all its files. */
export async function removeDatabase(file: string): Promise<void> {
  for (const path of filesOf(file)) await rm(path, { force: true })
}

/**
 * Throws DatabaseUnavailable if there is a log without its database. SQLite would delete it unread, or write its
 * content into the next database with that name.
 */
export async function refuseOrphans(file: string): Promise<void> {
  // The order matters: nobody deletes a database in use, but somebody may be creating one.
  const beside = (await presentFiles(file)).filter((path) => path !== file)
  if (beside.length === 0 || (await exists(file))) return
  throw new DatabaseUnavailable(
    `${file} is missing, but ${beside.join(' and ')} of a database with that name ${beside.length > 1 ? 'are' : 'is'} there; put the database file back, or move these files out of ${dirname(file)}`,
  )
}

/** Returns those of a database's files that other users of this machine may read or write. */
export async function filesOpenToOthers(file: string): Promise<string[]> {
  // Windows has no such permission bits.
  if (process.platform === 'win32') return []
  const isOpen = async (path: string) => {
    const found = await stat(path).catch(() => undefined)
    return found !== undefined && (found.mode & 0o077) !== 0
  }
  const found = await Promise.all(filesOf(file).map(async (path) => ((await isOpen(path)) ? [path] : [])))
  return found.flat()
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
