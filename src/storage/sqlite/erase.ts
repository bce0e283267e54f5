import { DatabaseSync } from 'node:sqlite'
import { errorOf, failureOf } from './failure.ts'

const busyTimeoutMs = 10_000

/**
 * Writes the file anew, without what was replaced or deleted in it, and empties its log: neither has any
 * of that left. False where another process reads from the log at this moment. Throws DatabaseUnavailable.
 */
export function eraseOldValues(file: string): boolean {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    connection.exec('vacuum')
    const [outcome] = connection.prepare('pragma wal_checkpoint(truncate)').all()
    return outcome?.['busy'] === 0
  } catch (error) {
    throw errorOf(failureOf(error))
  } finally {
    connection.close()
  }
}
