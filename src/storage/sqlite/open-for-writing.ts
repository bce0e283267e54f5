import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { whenFree } from './busy.ts'
import type { ThreadData } from './messages.ts'

const cacheKib = 4096
const keptWalBytes = 64 * 1024 * 1024

/** Opens the one connection of this process that writes: what it has committed survives a power cut. */
export function openForWriting({ file, busyTimeoutMs }: ThreadData): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
  try {
    // Several processes may open a new file at once.
    const mode = whenFree(busyTimeoutMs, () => connection.prepare('pragma journal_mode = wal').get())
    if (mode?.journal_mode !== 'wal') {
      throw new DatabaseUnavailable(
        `SQLite can't keep a write-ahead log beside ${file}: is it on a network share?`,
      )
    }
    connection.exec(`
      pragma synchronous = full;
      pragma cache_size = -${cacheKib};
      pragma journal_size_limit = ${keptWalBytes}`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
