import type { Profile } from '../../model/account.ts'
import type { Right } from '../../model/credential.ts'
import { first, type Queries, reads, type Transactions, writes, writesBoth } from '../engine/database.ts'
import { auditValues, insertAuditText, type NewAuditEntry } from '../records/audit.ts'
import type { CredentialRow } from '../schema/schema.ts'

/** An account that may act now: not suspended, or its suspension is over at `now`. */
export const notSuspended = (now: string): string =>
  `(account.suspended_at is null or account.suspended_until <= ${now})`

/** A credential that is not past its expiry, of an account that may act and has ended none since. Both are in the statement. */
export const isAlive = (now: string): string =>
  `credential.expires_at > ${now}
   and credential.credentials_version = account.credentials_version and ${notSuspended(now)}`

export const hasRight = (right: Right): string => `' ' || credential.rights || ' ' like '% ${right} %'`

/** An account may hold more than this of each kind for a moment; the surplus goes when one is issued. */
export const credentialsPerAccount = 64

/** The owner of a credential, as far as answers and decisions need it. */
export interface CredentialOwnerRow {
  id: string
  username: string
  language: string
}

/** Bounds how often the surplus is looked for: below this many there is none. */
const surplusPossible = credentialsPerAccount / 2

// Whose account is to be deleted signs in on the pages alone, to keep it.
const insert = writesBoth<{ held: number }>(
  'insert_credential',
  `insert into credential
     (digest, kind, account_id, credentials_version, rights, client, issued_at, expires_at,
      user_agent, address, first_used_at, last_used_at)
   select cast($1 as text), cast($2 as text), id, credentials_version, cast($3 as text), cast($4 as text),
     cast($5 as bigint), cast($6 as bigint), cast($9 as text), cast($10 as text), cast($5 as bigint),
     cast($5 as bigint)
   from account
   where id = $7 and credentials_version = $8 and ${notSuspended('$5')}
     and (deletes_at is null or cast($2 as text) = 'web')
   returning (select count(*) from credential as held
     where held.account_id = credential.account_id and held.kind = credential.kind) as held`,
  insertAuditText(11),
)

const deleteSurplus = writes(
  'delete_surplus_credentials',
  `delete from credential where account_id = $1 and kind = $2 and digest not in (
     select digest from credential where account_id = $1 and kind = $2
     order by credentials_version desc, case when expires_at > $3 then 0 else 1 end, issued_at desc, digest
     limit ${credentialsPerAccount})`,
)

/** What a credential is issued with that goes with no grant; it is then in use for the first time. */
export type NewCredentialRow = Omit<CredentialRow, 'first_used_at' | 'last_used_at' | 'grant_id' | 'scope'>

/**
 * Stores a credential and the entry that tells of it, unless the account's credentials have ended since they were
 * proved: then false. Of more than 64 of a kind the dead go first, then the expired, then the oldest.
 */
export async function insertCredential(
  db: Queries,
  row: NewCredentialRow,
  entry: NewAuditEntry,
): Promise<boolean> {
  const [issued] = await db.run(insert, [
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
    ...auditValues(entry),
  ])
  if (!issued) return false
  if (issued.held > surplusPossible) {
    await deleteSurplusCredentials(db, row.account_id, row.kind, row.issued_at)
  }
  return true
}

export async function deleteSurplusCredentials(
  db: Queries,
  accountId: string,
  kind: string,
  now: number,
): Promise<void> {
  await db.run(deleteSurplus, [accountId, kind, now])
}

/** A stored credential beside its owner. */
export interface StoredCredentialRow extends CredentialOwnerRow {
  kind: string
  rights: string
  client: string
  credentials_version: number
  expires_at: number
  /** 0 where the account is suspended or its credentials have ended since; expiry does not count. */
  alive: 0 | 1
  /** 1 where the account is suspended. */
  suspended: 0 | 1
}

const byDigest = reads<StoredCredentialRow>(
  'credential_by_digest',
  `select account.id, account.username, account.language, kind, rights, client,
     account.credentials_version, expires_at,
     case when credential.credentials_version = account.credentials_version and ${notSuspended('$2')}
       then 1 else 0 end as alive,
     case when ${notSuspended('$2')} then 0 else 1 end as suspended
   from credential join account on account.id = credential.account_id
   where digest = $1`,
)

export const credentialByDigest = (db: Queries, digest: string, now: number) =>
  first(db, byDigest, [digest, now])

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

/** Which credential is meant: of this client where one is named. */
export interface CredentialKey {
  digest: string
  kind: string
  client: string | undefined
}

export interface NextCredential {
  digest: string
  issuedAt: number
  expiresAt: number
  /** Undefined: the one that is known stays. */
  userAgent: string | undefined
  address: string
}

/** Puts a new digest in place of a live credential's: of several callers at once one succeeds. */
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

/** Rows per statement: always the same number, so that it is prepared once. */
export const usesAtOnce = 256

/** When and from where a credential was used. */
export interface CredentialUse {
  digest: string
  at: number
  address: string
}

const givenUse = (_: unknown, row: number): string =>
  `(cast($${3 * row + 1} as text), cast($${3 * row + 2} as bigint), cast($${3 * row + 3} as text))`

const use = writes(
  'use_credentials',
  `with given (digest, at, address) as (values ${Array.from({ length: usesAtOnce }, givenUse).join(', ')})
   update credential set last_used_at = given.at, address = given.address
   from given where credential.digest = given.digest
     -- By itself SQLite would go through all credentials.
     and credential.digest in (select digest from given)
     and (last_used_at is null or last_used_at < given.at)`,
)

/** Keeps up to 256 uses, no two of one credential, unless a later one is known. */
export async function recordUses(db: Transactions, uses: readonly CredentialUse[]): Promise<void> {
  const rows = Array.from({ length: usesAtOnce }, (_, index) => uses[index])
  const values = rows.flatMap((row) => (row ? [row.digest, row.at, row.address] : [null, null, null]))
  await db.transaction(async (tx) => {
    // In one order: two processes that write the same rows must not wait for one another.
    if (tx.dialect === 'postgres')
      await tx.query
        .selectFrom('credential')
        .select('digest')
        .where('digest', 'in', rows.map((row) => row?.digest ?? null) as string[])
        .orderBy('digest')
        .forUpdate()
        .execute()
    await tx.run(use, values)
  })
}

/** Removes a credential that has expired, and only then. */
export async function deleteExpiredCredential(db: Queries, digest: string, now: number): Promise<void> {
  await db.query
    .deleteFrom('credential')
    .where('digest', '=', digest)
    .where('expires_at', '<=', now)
    .execute()
}

const remove = writes<Profile>(
  'delete_credential',
  `delete from credential
   where digest = $1 and kind = $2 and (cast($3 as text) is null or client = $3) and expires_at > $4
   returning account_id as id, (select username from account where account.id = account_id) as username`,
)

/** Removes a credential that has not expired; answers whose it was. */
export const deleteCredential = (db: Queries, { digest, kind, client }: CredentialKey, now: number) =>
  first(db, remove, [digest, kind, client ?? null, now])

/** Removes a credential, whatever its kind; false where there is none such. */
export async function deleteCredentialByDigest(db: Queries, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db.query
    .deleteFrom('credential')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const ofAccount = reads<CredentialRow>(
  'credentials_of_account',
  `select credential.* from credential join account on account.id = account_id
   where account_id = $1 and credential.credentials_version = account.credentials_version
     and kind = any_of($2)
   order by issued_at`,
)

/** An account's credentials of some kinds, the oldest first; those that a suspension has ended are none. */
export function credentialsOf(db: Queries, accountId: string, ...kinds: string[]): Promise<CredentialRow[]> {
  return db.run(ofAccount, [accountId, kinds])
}
