import { realpath } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../../lib/files/private-file.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { failureOf } from '../sqlite/failure.ts'

/** The time to wait for a service that is shutting down. */
const waitMs = 2000

/**
 * Marks the embedded database as served by this process until it is disposed of or the process ends in any way. Returns
 * undefined if another process serves it. The mark is SQLite's own lock on an empty file next to the database, so it
 * does not affect processes that only open the database. The file is never deleted, because another process might have
 * just locked it. Throws DatabaseUnavailable.
 */
export async function lockForService(database: string, timeoutMs = waitMs): Promise<Disposable | undefined> {
  const file = await lockFile(database)
  try {
    const connection = new DatabaseSync(file, { timeout: timeoutMs })
    try {
      connection.exec('pragma journal_mode = memory; begin exclusive')
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  } catch (error) {
    const { kind, message } = failureOf(error, file)
    if (kind === 'busy') return undefined
    throw new DatabaseUnavailable(message, { cause: error })
  }
}

/** Returns whether a process serves the embedded database at this moment. Throws DatabaseUnavailable. */
export async function isServed(database: string): Promise<boolean> {
  using held = await lockForService(database, 0)
  return held === undefined
}

/** The lock file is next to the real path of the database, whatever link leads there, accessible to this user only. */
async function lockFile(database: string): Promise<string> {
  try {
    const path = await realpath(database).catch(() => database)
    const file = `${path}.lock`
    await makePrivate(file)
    return file
  } catch (error) {
    throw new DatabaseUnavailable(`can't lock ${database}`, { cause: error })
  }
}
