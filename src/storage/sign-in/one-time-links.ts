import type { OneTimeLinkPurpose } from '../../model/accounts/one-time-link.ts'
import { notSuspended } from '../credentials/conditions.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsFirst, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import type { OneTimeLinkRow } from '../schema/rows/sign-in.ts'

/** Inserts a link, which replaces the account's current one. */
export async function insertOneTimeLink(tx: Transaction, row: OneTimeLinkRow): Promise<void> {
  await deleteOfAccount(tx, row.account_id)
  await insert(tx, row)
}

const insert = inserts('one_time_link')

const deleteOfAccount = executes<[accountId: string], Transaction>(
  'delete_one_time_link_of_account',
  'delete from one_time_link where account_id = $1',
)

type OneTimeLinkOwnerRow = AccountRow & { purpose: OneTimeLinkPurpose }

/**
 * Returns the account of a link, or undefined if its credentials, password, second factor or roles have changed since
 * the link was made, or if the link's maker has lost the right to make links.
 */
export const accountByOneTimeLink = readsFirst<OneTimeLinkOwnerRow, [digest: string, now: number]>(
  'account_by_link',
  `select linked.*, link.purpose from one_time_link as link join account as linked on linked.id = link.account_id
   where link.digest = $1 and link.expires_at > $2
     and link.credentials_version = linked.credentials_version and link.secrets_version = linked.secrets_version
     and link.roles = coalesce(linked.roles, '')
     and case link.maker_kind
       when 'cli' then true
       when 'api' then exists (select 1 from api_token
         where api_token.id = link.maker_id and (api_token.expires_at is null or api_token.expires_at > $2))
       else exists (select 1 from account
         where account.id = link.maker_id and ' ' || account.roles || ' ' like '% admin %' and ${notSuspended('$2')})
     end`,
)

/** Deletes a link. Returns true for exactly one of several concurrent callers. */
export const deleteOneTimeLink = writesAny<[digest: string], Transaction>(
  'delete_one_time_link',
  'delete from one_time_link where digest = $1 returning digest',
)
