import type { Transaction } from '../engine/database.ts'
import { readsColumn, writesAny } from '../engine/queries.ts'

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
  await tx.query.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (digests.length === 0) return
  await tx.query
    .insertInto('recovery_code')
    .values(digests.map((digest) => ({ account_id: accountId, digest })))
    .execute()
}
