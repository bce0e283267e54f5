import { type Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { OpenTransaction } from '../engine/transactions.ts'

/** Any number will do, as long as every Norn takes the same. */
const migrationLock = 7_238_470_311

/**
 * Kysely's own lock belongs to a session: behind a pooler it is taken on one connection, and the next
 * statement runs on another. This one belongs to the transaction that migrates.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db)
  }

  /** It goes with the transaction. */
  override async releaseMigrationLock(): Promise<void> {}
}

export class NornPostgresDialect extends PostgresDialect {
  constructor(pool: PostgresPool, open: OpenTransaction) {
    const connect = () => open.outside(() => pool.connect())
    super({ pool: { connect, end: () => pool.end(), options: pool.options } })
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter()
  }
}
