import { sql } from 'kysely'
import type { Queries, Transaction } from '../engine/database.ts'
import type { AccountRow } from '../schema/schema.ts'

/** Any number will do, as long as every Norn takes the same. */
const rolesLock = 7_238_470_312

/** Of those who change who has a role one goes on at a time, until the transaction ends. */
export async function holdRoles(tx: Transaction): Promise<void> {
  // On SQLite one transaction writes at a time in any case.
  if (tx.dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(rolesLock)})`.execute(tx.query)
}

/** Locks the row until the transaction ends. False where there is no such account. */
export async function setRoles(tx: Transaction, id: string, roles: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('account')
    .set({ roles })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Every account that has a role. */
export function rowsWithRoles(db: Queries): Promise<AccountRow[]> {
  return db.query.selectFrom('account').selectAll().where('roles', 'is not', null).orderBy('id').execute()
}
