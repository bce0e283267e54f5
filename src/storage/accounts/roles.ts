import { sql } from 'kysely'
import type { Queries, Transaction } from '../engine/database.ts'
import { changesAny } from '../engine/rows.ts'
import type { AccountRow } from '../schema/schema.ts'

/** An arbitrary number, which must be the same in every process. */
const rolesLock = 7_238_470_312

/** Lets only one transaction at a time change roles, until it ends. */
export async function lockRoles(tx: Transaction): Promise<void> {
  // On SQLite only one transaction writes at a time anyway.
  if (tx.dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(${sql.lit(rolesLock)})`.execute(tx.query)
}

/** Sets the roles and locks the row until the transaction ends. Returns false if there is no such account. */
export const setRoles = (tx: Transaction, id: string, roles: string | null): Promise<boolean> =>
  changesAny(tx.query.updateTable('account').set({ roles }).where('id', '=', id))

export function rowsWithRoles(db: Queries): Promise<AccountRow[]> {
  return db.query.selectFrom('account').selectAll().where('roles', 'is not', null).orderBy('id').execute()
}
