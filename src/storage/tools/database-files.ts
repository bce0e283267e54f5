import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'

/** What SQLite keeps beside a database: the last writes may be in these files alone. */
const companions = ['-wal', '-shm', '-journal'] as const

/** Every name that SQLite reads or writes for a database, its own first. */
const filesOf = (file: string): string[] => [file, ...companions.map((ending) => `${file}${ending}`)]

/** Those of a database's files that are there. */
export async function presentFiles(file: string): Promise<string[]> {
  const found = await Promise.all(filesOf(file).map(async (path) => ((await exists(path)) ? [path] : [])))
  return found.flat()
}

/** Removes a database that is ours alone, with all that SQLite would read along with it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const path of filesOf(file)) await rm(path, { force: true })
}

/**
 * Throws DatabaseUnavailable where a log lies about without its database: SQLite would delete it unread, or
 * write what is in it into the next database of that name.
 */
export async function refuseOrphans(file: string): Promise<void> {
  // In this order: nobody deletes a database in use, but somebody may just be making one.
  const beside = (await presentFiles(file)).filter((path) => path !== file)
  if (beside.length === 0 || (await exists(file))) return
  throw new DatabaseUnavailable(
    `${file} is missing, but ${beside.join(' and ')} of a database with that name ${beside.length > 1 ? 'are' : 'is'} there; put the database file back, or move these files out of ${dirname(file)}`,
  )
}

/** Those of a database's files that other users of this machine may read or write. */
export async function filesOpenToOthers(file: string): Promise<string[]> {
  // Windows has no such bits.
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
