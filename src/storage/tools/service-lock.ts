import { realpath } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../../lib/files/private-file.ts'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { failureOf } from '../sqlite/failure.ts'

/** A service that is just ending is waited for. */
const waitMs = 2000

/**
 * Marks the embedded database as served by this process until it is disposed of or the process ends, however
 * it ends; undefined where another process has it. The mark is SQLite's own lock on an empty file beside the
 * database: those who only open the database do not meet it. The file stays: who removed it could remove one
 * that another process has just locked. Throws DatabaseUnavailable.
 */
export async function lockForService(database: string): Promise<Disposable | undefined> {
  const file = await lockFile(database)
  try {
    const connection = new DatabaseSync(file, { timeout: waitMs })
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

/** Beside the database itself, by whichever link it is reached; made for this user alone. */
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
