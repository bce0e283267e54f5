import type { Transaction } from '../engine/database.ts'
import { executes, readsColumn, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'

/** Uses up a code. Returns true the first time and false afterwards. */
export const useRecoveryCode = writesAny<[accountId: string, digest: string]>(
  'use_recovery_code',
  'delete from recovery_code where account_id = $1 and digest = $2 returning digest',
)

/** Returns the digests of the account's unused codes. */
export const recoveryCodeDigests = readsColumn<string, [accountId: string]>(
  'recovery_codes_of_account',
  'select digest from recovery_code where account_id = $1',
)

export async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: string,
  digests: readonly string[],
): Promise<void> {
  await deleteCodes(tx, accountId)
  await insert(tx, ...digests.map((digest) => ({ account_id: accountId, digest })))
}

const insert = inserts('recovery_code')

const deleteCodes = executes<[accountId: string], Transaction>(
  'delete_recovery_codes',
  'delete from recovery_code where account_id = $1',
)
