import { DatabaseSync } from 'node:sqlite'
import { failureOf } from './failure.ts'
import type { ThreadData } from './messages.ts'

const cacheKib = 8192
const keptWalBytes = 64 * 1024 * 1024

/** Opens the one connection of this process that writes: what it has committed survives a power cut. */
export function openForWriting({ file, busyTimeoutMs }: ThreadData): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  try {
    useWal(connection, busyTimeoutMs)
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

/** Several processes may open a new file at once, and this change of mode does not heed the busy timeout. */
function useWal(connection: DatabaseSync, busyTimeoutMs: number): void {
  const giveUpAt = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      connection.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (failureOf(error).kind !== 'busy' || performance.now() > giveUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
