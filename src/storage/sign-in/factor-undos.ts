import type { Transaction } from '../engine/database.ts'
import { readsFirst } from '../engine/queries.ts'
import { changesAny } from '../engine/rows.ts'
import type { AccountRow, FactorUndoRow } from '../schema/schema.ts'

/** Inserts a link, and deletes those of the account whose factor no longer exists. */
export async function insertFactorUndo(tx: Transaction, row: FactorUndoRow): Promise<void> {
  const { account_id, passkey_id } = row
  let replaced = tx.query.deleteFrom('factor_undo').where('account_id', '=', account_id)
  if (passkey_id === null) replaced = replaced.where('passkey_id', 'is', null)
  else {
    const existing = tx.query.selectFrom('passkey').select('id').where('account_id', '=', account_id)
    replaced = replaced.where('passkey_id', 'not in', existing)
  }
  await replaced.execute()
  await tx.query.insertInto('factor_undo').values(row).execute()
}

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
export const deleteFactorUndo = (tx: Transaction, digest: string): Promise<boolean> =>
  changesAny(tx.query.deleteFrom('factor_undo').where('digest', '=', digest))
