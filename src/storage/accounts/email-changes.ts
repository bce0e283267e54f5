import { first, type Queries, reads, type Transaction } from '../engine/database.ts'
import type { EmailChangeRow } from '../schema/schema.ts'

export async function insertEmailChange(tx: Transaction, row: EmailChangeRow): Promise<void> {
  await tx.query.insertInto('email_change').values(row).execute()
}

const byDigest = reads<EmailChangeRow>(
  'email_change_by_digest',
  `select email_change.* from email_change join account on account.id = account_id
   where digest = $1 and account_id = $2 and expires_at > $3
     and email_change.secrets_version = account.secrets_version`,
)

/** What a link of the account is for; undefined where it is dead. */
export const emailChange = (db: Queries, digest: string, accountId: string, now: number) =>
  first(db, byDigest, [digest, accountId, now])

/** Every link that the account has been sent: one that was used makes the others dead. */
export async function deleteEmailChanges(tx: Transaction, accountId: string): Promise<void> {
  await tx.query.deleteFrom('email_change').where('account_id', '=', accountId).execute()
}
