import type { Profile } from '../../model/accounts/account.ts'
import { first, type Queries, reads, writes } from '../engine/database.ts'
import { type Flag, flag, flagUnless } from '../engine/flags.ts'
import { executes, readsFirstTogether, writesAny } from '../engine/queries.ts'
import type { CredentialRow } from '../schema/rows/credentials.ts'
import { isAlive, notSuspended } from './conditions.ts'

/** The owner of a credential, with the fields that answers and decisions need. */
interface CredentialOwnerRow {
  id: string
  username: string
  language: string
}

export interface StoredCredentialRow extends CredentialOwnerRow {
  kind: string
  rights: string
  client: string
  credentials_version: number
  expires_at: number
  /** Not set if the account is suspended or has ended its credentials since. Expiry does not count. */
  alive: Flag
  /** Set if the account is suspended. */
  suspended: Flag
}

/** The columns of a stored credential, in a statement whose second value is the present instant. */
export const credentialColumns = `account.id, account.username, account.language, kind, rights, client,
     account.credentials_version, expires_at,
     ${flag(`credential.credentials_version = account.credentials_version and ${notSuspended('$2')}`)} as alive,
     ${flagUnless(notSuspended('$2'))} as suspended`

export const credentialByDigest = readsFirstTogether<StoredCredentialRow, [digest: string, now: number]>(
  'credential_by_digest',
  ['text', 'bigint'],
  `select ${credentialColumns}
   from credential join account on account.id = credential.account_id
   where digest = $1`,
)

const replace = writes<CredentialOwnerRow & { client: string }>(
  'replace_credential',
  `update credential set digest = $1, issued_at = $2, expires_at = $3, last_used_at = $2,
     user_agent = coalesce(cast($7 as text), user_agent), address = cast($8 as text)
   where digest = $4 and kind = $5 and (cast($6 as text) is null or client = $6)
     and exists (select 1 from account where account.id = account_id and ${isAlive('$2')})
   returning account_id as id, client,
     (select username from account where account.id = account_id) as username,
     (select language from account where account.id = account_id) as language`,
)

/** Identifies a credential. If a client is named, it must be that client's. */
export interface CredentialKey {
  digest: string
  kind: string
  client: string | undefined
}

interface NextCredential {
  digest: string
  issuedAt: number
  expiresAt: number
  /** If undefined, the stored value stays. */
  userAgent: string | undefined
  address: string
}

/** Replaces the digest of a valid credential. Of several concurrent callers, one succeeds. */
export const replaceCredential = (db: Queries, old: CredentialKey, next: NextCredential) =>
  first(db, replace, [
    next.digest,
    next.issuedAt,
    next.expiresAt,
    old.digest,
    old.kind,
    old.client ?? null,
    next.userAgent ?? null,
    next.address,
  ])

/** Deletes a credential if it has expired. */
export const deleteExpiredCredential = executes<[digest: string, now: number]>(
  'delete_expired_credential',
  'delete from credential where digest = $1 and expires_at <= $2',
)

const remove = writes<Profile>(
  'delete_credential',
  `delete from credential
   where digest = $1 and kind = $2 and (cast($3 as text) is null or client = $3) and expires_at > $4
   returning account_id as id, (select username from account where account.id = account_id) as username`,
)

/** Deletes a credential if it has not expired, and returns its owner. */
export const deleteCredential = (db: Queries, { digest, kind, client }: CredentialKey, now: number) =>
  first(db, remove, [digest, kind, client ?? null, now])

/** Deletes a credential of any kind. Returns false if there is none. */
export const deleteCredentialByDigest = writesAny<[digest: string]>(
  'delete_credential_by_digest',
  'delete from credential where digest = $1 returning digest',
)

const ofAccounts = reads<CredentialRow>(
  'credentials_of_accounts',
  `select credential.* from credential join account on account.id = account_id
   where account_id = any_of($1) and credential.credentials_version = account.credentials_version
     and kind = any_of($2)
   order by issued_at`,
)

/** Returns the players' credentials of some kinds, the oldest first, without those that a suspension has ended. */
export function credentialsOf(
  db: Queries,
  accountIds: readonly string[],
  ...kinds: string[]
): Promise<CredentialRow[]> {
  return db.run(ofAccounts, [accountIds, kinds])
}
