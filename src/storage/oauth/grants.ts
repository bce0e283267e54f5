import { notSuspended } from '../credentials/conditions.ts'
import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import {
  executes,
  readsAll,
  readsColumn,
  readsFirst,
  readsNumber,
  writesColumn,
  writesFirst,
} from '../engine/queries.ts'
import type { OauthGrantRow } from '../schema/rows/oauth.ts'

/** The condition for a valid grant: its account may act and has not ended it. */
export const isGrantAlive = (now: string): string =>
  `oauth_grant.credentials_version = account.credentials_version and ${notSuspended(now)}`

/** Finds a grant. Returns undefined if it has ended for any reason. */
export const liveGrant = readsFirst<OauthGrantRow, [id: string, now: number]>(
  'oauth_grant_by_id',
  `select oauth_grant.* from oauth_grant join account on account.id = oauth_grant.account_id
   where oauth_grant.id = $1 and ${isGrantAlive('$2')}`,
)

/** Returns the grants that the players of an account have given this client permanently, the newest first. */
export const rememberedGrants = readsAll<OauthGrantRow, [accountId: string, clientId: string, now: number]>(
  'remembered_oauth_grants',
  `select oauth_grant.* from oauth_grant join account on account.id = oauth_grant.account_id
   where oauth_grant.account_id in
       (select id from account where id = $1 union all select id from account where owner_id = $1)
     and oauth_grant.client_id = $2 and oauth_grant.expires_at is null and ${isGrantAlive('$3')}
   order by oauth_grant.created_at desc, oauth_grant.id`,
)

/** The most grants of an account. It may briefly have more, and those that expire first are deleted. */
export const grantsPerAccount = 256

const insert = writes<{ held: number }>(
  'insert_oauth_grant',
  `insert into oauth_grant (id, account_id, client_id, credentials_version, scope, created_at, expires_at)
   select cast($1 as text), account.id, cast($2 as text), account.credentials_version, cast($3 as text),
     cast($4 as bigint), cast($5 as bigint)
   from account join account as signed_in on signed_in.id = coalesce(account.owner_id, account.id)
   where account.id = $6 and ${notSuspended('$4')} and account.deletes_at is null
     and signed_in.id = $7 and signed_in.credentials_version = $8 and ${notSuspended('$4', 'signed_in')}
     and signed_in.deletes_at is null
   returning (select count(*) from oauth_grant as held where held.account_id = oauth_grant.account_id) as held`,
)

const deleteSurplus = writes(
  'delete_surplus_oauth_grants',
  `delete from oauth_grant where account_id = $1 and expires_at is not null and id not in (
     select id from oauth_grant where account_id = $1 and expires_at is not null
     order by created_at desc, id limit ${grantsPerAccount})`,
)

/**
 * Inserts a grant of a player, to which the account that signs it in has agreed. Returns false if the credentials of the
 * account have ended since consent was requested, or if the player may not act or is not one of the account.
 */
export async function insertGrant(
  tx: Transaction,
  row: Omit<OauthGrantRow, 'credentials_version'>,
  agreedBy: { id: string; credentialsVersion: number },
): Promise<boolean> {
  const { id, client_id, scope, created_at, expires_at, account_id } = row
  const inserted = await first(tx, insert, [
    id,
    client_id,
    scope,
    created_at,
    expires_at,
    account_id,
    agreedBy.id,
    agreedBy.credentialsVersion,
  ])
  if (inserted && inserted.held > grantsPerAccount) await tx.run(deleteSurplus, [account_id])
  return inserted !== undefined
}

export const widenGrant = executes<[id: string, scope: string]>(
  'widen_oauth_grant',
  'update oauth_grant set scope = $2 where id = $1',
)

/**
 * Locks the grant until the transaction ends, and extends it until its newest token expires. Returns its account and the
 * groups that its application lists, or undefined if it has ended.
 */
export const lockGrant = writesFirst<
  { account_id: string; member_groups: string | null },
  [id: string, until: number],
  Transaction
>(
  'hold_oauth_grant',
  `update oauth_grant set expires_at = case when expires_at < $2 then cast($2 as bigint) else expires_at end
   where id = $1 returning account_id,
     (select member_groups from oauth_client where client_id = oauth_grant.client_id) as member_groups`,
)

/** Deletes a grant with its codes and tokens. Returns undefined if it has already ended. */
export const deleteGrant = writesFirst<Pick<OauthGrantRow, 'account_id' | 'client_id'>, [id: string]>(
  'delete_oauth_grant',
  'delete from oauth_grant where id = $1 returning account_id, client_id',
)

/**
 * Ends the tokens and codes that a client has for these players, and returns how many tokens ended. A consent that is
 * remembered stays.
 */
export async function endTokensOf(
  tx: Transaction,
  players: readonly string[],
  clientId: string,
): Promise<number> {
  const ids = await grantIds(tx, players, clientId)
  if (ids.length === 0) return 0
  const tokens = await deleteTokens(tx, ids)
  await deleteCodes(tx, ids)
  await deleteForgotten(tx, ids)
  return tokens.length
}

const grantIds = readsColumn<string, [players: readonly string[], clientId: string]>(
  'grants_of_players_and_client',
  'select id from oauth_grant where account_id = any_of($1) and client_id = $2 order by id',
)

const deleteTokens = writesColumn<string, [grants: readonly string[]]>(
  'delete_tokens_of_grants',
  'delete from credential where grant_id = any_of($1) returning digest',
)

const deleteCodes = executes<[grants: readonly string[]], Transaction>(
  'delete_codes_of_grants',
  `delete from oauth_artifact where grant_id = any_of($1) and kind in ('AuthorizationCode', 'RefreshToken')`,
)

const deleteForgotten = executes<[grants: readonly string[]], Transaction>(
  'delete_forgotten_grants',
  'delete from oauth_grant where id = any_of($1) and expires_at is not null',
)

/** Returns the valid grants of an account with the names of their clients, the newest first. */
export const grantsOf = readsAll<
  OauthGrantRow & { name: string },
  [accountIds: readonly string[], now: number]
>(
  'grants_of_accounts',
  `select oauth_grant.*, oauth_client.name
   from oauth_grant join account on account.id = oauth_grant.account_id
     join oauth_client on oauth_client.client_id = oauth_grant.client_id
   where oauth_grant.account_id = any_of($1)
     and oauth_grant.credentials_version = account.credentials_version
     and (oauth_grant.expires_at is null or oauth_grant.expires_at > cast($2 as bigint))
   order by oauth_grant.created_at desc`,
)

export const countGrants = readsNumber<[clientId: string, now: number]>(
  'count_grants_of_client',
  `select count(*) from oauth_grant join account on account.id = account_id
   where client_id = $1 and oauth_grant.credentials_version = account.credentials_version
     and (expires_at is null or expires_at > $2)`,
)

/** The number of rows that one step of a sweep examines, however many there are. */
const sweptAtOnce = 500

const page = reads<{ id: string }>(
  'oauth_grants_after',
  `select id from oauth_grant where id > $1 order by id limit ${sweptAtOnce}`,
)

// Its codes and tokens are kept for as long as the log may have to explain why they are invalid.
const removeDead = writes<{ id: string }>(
  'delete_dead_oauth_grants',
  `delete from oauth_grant where id > $1 and id <= $2
     and credentials_version < (select credentials_version from account where account.id = account_id)
     and not exists (select 1 from credential where grant_id = oauth_grant.id)
     and not exists (select 1 from oauth_artifact where grant_id = oauth_grant.id)
   returning id`,
)

/**
 * Examines the next grants after `after`, and deletes those that their account has ended and that have no codes or
 * tokens left. Returns where to continue, or undefined after the last one.
 */
export async function sweepDeadGrants(db: Queries, after: string): Promise<string | undefined> {
  const rows = await db.run(page, [after])
  const last = rows.at(-1)?.id
  if (last === undefined) return undefined
  await db.run(removeDead, [after, last])
  return rows.length < sweptAtOnce ? undefined : last
}
