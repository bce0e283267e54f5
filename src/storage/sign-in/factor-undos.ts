import type { Transaction } from '../engine/database.ts'
import { executes, readsFirst, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import type { FactorUndoRow } from '../schema/rows/sign-in.ts'

/** Inserts a link, and deletes those of the account whose factor no longer exists. */
export async function insertFactorUndo(tx: Transaction, row: FactorUndoRow): Promise<void> {
  await (row.passkey_id === null ? deleteOfApp : deleteOfGonePasskeys)(tx, row.account_id)
  await insert(tx, row)
}

const insert = inserts('factor_undo')

const deleteOfApp = executes<[accountId: string], Transaction>(
  'delete_undos_of_app',
  'delete from factor_undo where account_id = $1 and passkey_id is null',
)

const deleteOfGonePasskeys = executes<[accountId: string], Transaction>(
  'delete_undos_of_gone_passkeys',
  `delete from factor_undo where account_id = $1
     and passkey_id not in (select id from passkey where account_id = $1)`,
)

type UndoableRow = AccountRow & { undone_passkey: string | null }

/** Returns the account that a link is for, as long as it has the factor that the link removes. */
export const factorToUndo = readsFirst<UndoableRow, [digest: string, now: number]>(
  'factor_to_undo',
  `select account.*, passkey_id as undone_passkey
   from factor_undo join account on account.id = factor_undo.account_id
   where digest = $1 and expires_at > $2
     and ((passkey_id is null and account.totp_secret is not null and account.totp_since = since)
       or exists (select 1 from passkey where passkey.id = passkey_id and passkey.account_id = account.id))`,
)

/** Deletes an undo link. Returns true for exactly one of several concurrent callers. */
export const deleteFactorUndo = writesAny<[digest: string], Transaction>(
  'delete_factor_undo',
  'delete from factor_undo where digest = $1 returning digest',
)
