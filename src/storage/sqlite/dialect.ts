import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Connection } from './connection.ts'

export function sqliteDialect(connect: () => Promise<Connection>): Dialect {
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: connect,
    beginTransaction: (connection: Connection) => connection.begin(),
    commitTransaction: (connection: Connection) => connection.commit(),
    rollbackTransaction: (connection: Connection) => connection.rollback(),
    releaseConnection: async () => undefined,
    // Reader and writer are closed by the code that opened them.
    destroy: async () => undefined,
  }
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
  /** All migrations run in one transaction, which also keeps two processes apart. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
