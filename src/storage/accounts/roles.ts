import type { Transaction } from '../engine/database.ts'
import { locks, readsAll, writesAny } from '../engine/queries.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'

/** Lets only one transaction at a time change roles, until it ends. */
export const lockRoles = locks('lock_roles', 7_238_470_312)

/** Sets the roles and locks the row until the transaction ends. Returns false if there is no such account. */
export const setRoles = writesAny<[id: string, roles: string | null], Transaction>(
  'set_roles',
  'update account set roles = $2 where id = $1 returning id',
)

// An expression has no index, so that SQLite looks for roles instead of going through all accounts in this order.
export const rowsWithRoles = readsAll<AccountRow>(
  'accounts_with_roles',
  "select * from account where roles is not null order by id || ''",
)
