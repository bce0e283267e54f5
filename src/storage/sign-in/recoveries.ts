import type { Transaction } from '../engine/database.ts'
import { readsFirst, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'

export const insertRecovery = inserts('recovery')

/** Returns the account that a link is for, unless its password, second factor or email address has changed since. */
export const accountToRecover = readsFirst<AccountRow, [digest: string, now: number]>(
  'account_to_recover',
  `select account.* from recovery join account on account.id = recovery.account_id
   where digest = $1 and expires_at > $2 and recovery.secrets_version = account.secrets_version
     and recovery.email_folded = account.email_folded`,
)

/** Deletes a link. Returns true for exactly one of several concurrent callers. */
export const deleteRecovery = writesAny<[digest: string], Transaction>(
  'delete_recovery',
  'delete from recovery where digest = $1 returning digest',
)
