import { first, type Queries, writesBoth } from '../engine/database.ts'
import { executes } from '../engine/queries.ts'
import { auditValues, insertAuditText, type NewAuditEntry } from '../records/audit.ts'
import type { CredentialRow } from '../schema/rows/credentials.ts'
import { notSuspended } from './conditions.ts'

/**
 * The most credentials of each kind that an account keeps. It may briefly have more, because the surplus is deleted
 * when the next one is issued.
 */
export const credentialsPerAccount = 64

/** Below this number there can't be a surplus, so it is not looked for. */
const surplusPossible = credentialsPerAccount / 2

// The owner of an account that is to be deleted can only sign in on the pages, in order to keep it.
const inserting = (name: string, appPassword: string, from: string, locking: string, auditAt: number) =>
  writesBoth<{ held: number }>(
    name,
    `insert into credential
     (digest, kind, account_id, credentials_version, rights, client, issued_at, expires_at,
      user_agent, address, first_used_at, last_used_at, app_password_id)
   select cast($1 as text), cast($2 as text), account.id, credentials_version, cast($3 as text), cast($4 as text),
     cast($5 as bigint), cast($6 as bigint), cast($9 as text), cast($10 as text), cast($5 as bigint),
     cast($5 as bigint), ${appPassword}
   from ${from}
   where account.id = $7 and credentials_version = $8 and ${notSuspended('$5')}
     and (deletes_at is null or cast($2 as text) = 'web')
   ${locking}
   returning (select count(*) from credential as held
     where held.account_id = credential.account_id and held.kind = credential.kind) as held`,
    insertAuditText(auditAt),
  )

const insert = inserting('insert_credential', 'null', 'account', '', 11)

const insertOfAppPassword = (name: string, locking: string) =>
  inserting(
    name,
    'app_password.id',
    `account join app_password on app_password.id = $11
       and app_password.account_id = coalesce(account.owner_id, account.id)
       and coalesce(app_password.player_id, app_password.account_id) = account.id`,
    locking,
    12,
  )

const insertWith = {
  sqlite: insertOfAppPassword('insert_credential_of_app_password', ''),
  // Waits for an app password that is ending at this moment, and then finds none.
  postgres: insertOfAppPassword('insert_credential_of_app_password_locked', 'for key share'),
}

/** The fields of a new credential that belongs to no grant. Issuing it counts as its first use. */
type NewCredentialRow = Omit<CredentialRow, 'first_used_at' | 'last_used_at' | 'grant_id' | 'scope'>

/**
 * Stores a credential and its audit entry. Returns false, having stored nothing, if the account's credentials have
 * ended since they were proved, or the app password has. If there are more than 64 of a kind, it deletes invalid ones first, then expired ones,
 * then the oldest.
 */
export async function insertCredential(
  db: Queries,
  row: NewCredentialRow,
  entry: NewAuditEntry,
): Promise<boolean> {
  const isOfAppPassword = row.app_password_id !== null
  const issued = await first(db, isOfAppPassword ? insertWith[db.dialect] : insert, [
    row.digest,
    row.kind,
    row.rights,
    row.client,
    row.issued_at,
    row.expires_at,
    row.account_id,
    row.credentials_version,
    row.user_agent,
    row.address,
    ...(isOfAppPassword ? [row.app_password_id] : []),
    ...auditValues(entry),
  ])
  if (!issued) return false
  if (issued.held > surplusPossible) {
    await deleteSurplusCredentials(db, row.account_id, row.kind, row.issued_at)
  }
  return true
}

export const deleteSurplusCredentials = executes<[accountId: string, kind: string, now: number]>(
  'delete_surplus_credentials',
  `delete from credential where account_id = $1 and kind = $2 and digest not in (
     select digest from credential where account_id = $1 and kind = $2
     order by credentials_version desc, case when expires_at > $3 then 0 else 1 end, issued_at desc, digest
     limit ${credentialsPerAccount})`,
)
