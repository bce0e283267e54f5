import { type Queries, reads, writes } from './database.ts'
import type { LauncherTokenRow } from './schema.ts'

/** An account that may act now: not suspended, or its suspension is over at `now`. */
export const notSuspended = (now: string): string =>
  `(account.suspended_at is null or account.suspended_until <= ${now})`

/** More than an account may hold; the surplus goes when a token is issued. */
export const tokensPerAccount = 64

/** The owner of a token, as far as answers and decisions need it. */
export interface TokenOwnerRow {
  id: string
  username: string
  language: string
}

/** Bounds how often the surplus is looked for: below this many tokens there is none. */
const surplusPossible = tokensPerAccount / 2

const insert = writes<{ held: number }>(
  'insert_launcher_token',
  `insert into launcher_token
     (jti, account_id, client_token, credentials_version, issued_at, expires_at)
   select cast($1 as text), id, cast($2 as text), credentials_version, cast($3 as bigint), cast($4 as bigint)
   from account
   where id = $5 and credentials_version = $6 and ${notSuspended('$3')}
   returning
     (select count(*) from launcher_token as held where held.account_id = launcher_token.account_id) as held`,
)

const deleteSurplus = writes(
  'delete_surplus_launcher_tokens',
  `delete from launcher_token where account_id = $1 and jti not in (
     select jti from launcher_token where account_id = $1
     order by case when expires_at > $2 then 0 else 1 end, issued_at desc, jti
     limit ${tokensPerAccount})`,
)

/**
 * Issues a token, unless the account's credentials have ended since they were proved: then false.
 * Of more than 64 tokens the expired go first, then the oldest.
 */
export async function insertLauncherToken(db: Queries, row: LauncherTokenRow): Promise<boolean> {
  const [issued] = await db.run(insert, [
    row.jti,
    row.client_token,
    row.issued_at,
    row.expires_at,
    row.account_id,
    row.credentials_version,
  ])
  if (!issued) return false
  if (issued.held > surplusPossible) await db.run(deleteSurplus, [row.account_id, row.issued_at])
  return true
}

/** A stored token beside its owner. */
export interface StoredTokenRow extends TokenOwnerRow {
  client_token: string
  credentials_version: number
  expires_at: number
  /** 0 where the account is suspended or its credentials have ended since. */
  alive: 0 | 1
}

const byJti = reads<StoredTokenRow>(
  'launcher_token_by_jti',
  `select account.id, account.username, account.language, client_token,
     account.credentials_version, expires_at,
     case when launcher_token.credentials_version = account.credentials_version and ${notSuspended('$2')}
       then 1 else 0 end as alive
   from launcher_token join account on account.id = launcher_token.account_id
   where jti = $1`,
)

export async function launcherTokenByJti(
  db: Queries,
  jti: string,
  now: number,
): Promise<StoredTokenRow | undefined> {
  const [row] = await db.run(byJti, [jti, now])
  return row
}

const replace = writes<TokenOwnerRow & { client_token: string }>(
  'replace_launcher_token',
  `update launcher_token set jti = $1, issued_at = $2, expires_at = $3
   where jti = $4 and (cast($5 as text) is null or client_token = $5) and expires_at > $2
     and exists (select 1 from account where account.id = account_id
       and account.credentials_version = launcher_token.credentials_version and ${notSuspended('$2')})
   returning account_id as id, client_token,
     (select username from account where account.id = account_id) as username,
     (select language from account where account.id = account_id) as language`,
)

/** Gives a live token, of this client where one is named, a new `jti`: of several callers at once one succeeds. */
export async function replaceLauncherToken(
  db: Queries,
  old: { jti: string; clientToken: string | undefined },
  next: { jti: string; issuedAt: number; expiresAt: number },
): Promise<(TokenOwnerRow & { client_token: string }) | undefined> {
  const [owner] = await db.run(replace, [
    next.jti,
    next.issuedAt,
    next.expiresAt,
    old.jti,
    old.clientToken ?? null,
  ])
  return owner
}

/** Removes a token that has expired, and only then. */
export async function deleteExpiredLauncherToken(db: Queries, jti: string, now: number): Promise<void> {
  await db.query.deleteFrom('launcher_token').where('jti', '=', jti).where('expires_at', '<=', now).execute()
}

/** Removes a live token where it was issued for this client, or whoever's it is. */
export async function deleteLauncherToken(
  db: Queries,
  jti: string,
  clientToken: string | undefined,
  now: number,
): Promise<void> {
  const live = db.query.deleteFrom('launcher_token').where('jti', '=', jti).where('expires_at', '>', now)
  const own = clientToken === undefined ? live : live.where('client_token', '=', clientToken)
  await own.execute()
}

export function launcherTokensOf(db: Queries, accountId: string): Promise<LauncherTokenRow[]> {
  return db.query
    .selectFrom('launcher_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('issued_at')
    .execute()
}
