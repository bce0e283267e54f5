import type { Transaction } from '../engine/database.ts'
import { executes, readsFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { EmailChangeRow } from '../schema/rows/accounts.ts'

export const insertEmailChange = inserts('email_change')

/** Returns the change that a link of the account confirms, or undefined if the link is no longer valid. */
export const emailChange = readsFirst<EmailChangeRow, [digest: string, accountId: string, now: number]>(
  'email_change_by_digest',
  `select email_change.* from email_change join account on account.id = account_id
   where digest = $1 and account_id = $2 and expires_at > $3
     and email_change.credentials_version = account.credentials_version
     and email_change.secrets_version = account.secrets_version`,
)

/** Deletes all links that were sent for the account: once one was used, the others are no longer valid. */
export const deleteEmailChanges = executes<[accountId: string], Transaction>(
  'delete_email_changes',
  'delete from email_change where account_id = $1',
)
