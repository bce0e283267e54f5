import { type Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { OpenTransaction } from '../engine/transactions.ts'

/** An arbitrary number, which must be the same in every process. */
const migrationLock = 7_238_470_311

/**
 * Kysely's own lock belongs to a session: behind a pooler it would be taken on one connection while the next statement
 * runs on another. This one belongs to the transaction that migrates.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db)
  }

  /** The lock ends with the transaction. */
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
