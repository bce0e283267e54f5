// Password, second factor, passkeys, email, language, roles, sessions, links and app passwords belong to accounts, and a
// suspended character stays as it is. Use cases check this themselves, so that no page, command or request can forget it.
import type { Actor } from '../../model/accounts/actor.ts'
import { accountOnly } from '../../model/errors/account-only.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { toAccount } from '../accounts/account-row.ts'
import { lockedAccount } from '../accounts/find.ts'

/**
 * Reads the row of an account like `lockedAccount`, to change something that no character has. Throws Refused
 * `account_only`, `account_unknown`.
 */
export async function lockedOwner(tx: Transaction, id: string): Promise<AccountRow> {
  const row = await lockedAccount(tx, id)
  await refuseCharacter(tx, row)
  return row
}

/** Throws Refused `account_only` for a character. */
export async function refuseCharacter(db: Queries, row: AccountRow): Promise<void> {
  if (row.owner_id === null) return
  const owner = await accountByKey(db, { column: 'id', value: row.owner_id })
  throw accountOnly(row, { username: owner?.username ?? row.owner_id })
}

/**
 * A person does not change a character of theirs before its suspension is over. An administrator does, also one of their
 * own. Throws Refused `character_suspended`.
 */
export function refuseSuspended(by: Actor, row: AccountRow, now: number): void {
  const isOwner = by.kind === 'account' && by.role === undefined && by.id === row.owner_id
  if (isOwner && toAccount(row, now).suspension) throw new Refused('character_suspended', { about: row })
}
