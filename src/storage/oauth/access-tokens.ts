import { accountOfPlayer } from '../accounts/characters.ts'
import { credentialsPerAccount } from '../credentials/insert-credential.ts'
import { first, type Transaction, writes } from '../engine/database.ts'
import { readsColumn, readsFirst } from '../engine/queries.ts'
import { isGrantAlive } from './grants.ts'

const insert = writes<{ held: number }>(
  'insert_oauth_access_token',
  `insert into credential
     (digest, kind, account_id, credentials_version, rights, client, issued_at, expires_at,
      first_used_at, last_used_at, grant_id, scope)
   select cast($1 as text), 'oauth', account.id, account.credentials_version, cast($2 as text),
     oauth_grant.client_id, cast($3 as bigint), cast($4 as bigint),
     cast($3 as bigint), cast($3 as bigint), oauth_grant.id, cast($5 as text)
   from oauth_grant join account on account.id = oauth_grant.account_id
   where oauth_grant.id = $6 and ${isGrantAlive('$3')}
   returning (select count(*) from credential as held where held.grant_id = credential.grant_id) as held`,
)

const deleteSurplus = writes(
  'delete_surplus_oauth_access_tokens',
  `delete from credential where grant_id = $1 and digest not in (
     select digest from credential where grant_id = $1 order by issued_at desc, digest
     limit ${credentialsPerAccount})`,
)

interface NewAccessTokenRow {
  digest: string
  grantId: string
  rights: string
  scope: string
  issuedAt: number
  expiresAt: number
}

/** Inserts an access token. False if the grant has ended. If a grant has more than 64, the oldest are deleted. */
export async function insertAccessToken(tx: Transaction, token: NewAccessTokenRow): Promise<boolean> {
  const { digest, rights, issuedAt, expiresAt, scope, grantId } = token
  const issued = await first(tx, insert, [digest, rights, issuedAt, expiresAt, scope, grantId])
  if (issued && issued.held > credentialsPerAccount) await tx.run(deleteSurplus, [grantId])
  return issued !== undefined
}

interface AccessTokenRow {
  account_id: string
  client: string
  grant_id: string
  scope: string
  issued_at: number
  expires_at: number
}

/** Finds an access token, even if it has expired. Returns undefined if it, its grant or its account has ended. */
export const accessTokenByDigest = readsFirst<AccessTokenRow, [digest: string, now: number]>(
  'oauth_access_token_by_digest',
  `select credential.account_id, credential.client, credential.grant_id, credential.scope,
     credential.issued_at, credential.expires_at
   from credential join oauth_grant on oauth_grant.id = credential.grant_id
     join account on account.id = credential.account_id
   where credential.digest = $1 and credential.kind = 'oauth' and ${isGrantAlive('$2')}
     and credential.credentials_version = account.credentials_version`,
)

// Before their tokens, because issuing a token locks its grant first.
const lockGrants = writes(
  'hold_oauth_grants_of_client',
  'update oauth_grant set expires_at = expires_at where client_id = $1 and account_id = any_of($2)',
)

const deleteOfStrangers = writes(
  'delete_oauth_access_tokens_of_strangers',
  `delete from credential where account_id = any_of($2) and kind = 'oauth' and client = $1 and not exists
     (select 1 from group_member where group_member.account_id = ${accountOfPlayer('credential.account_id')}
        and group_name = any_of($3))`,
)

/** Ends the access tokens that those of the players have for a client whose accounts are in none of the groups. */
export async function endTokensOfStrangers(
  tx: Transaction,
  clientId: string,
  players: readonly string[],
  groups: readonly string[],
): Promise<void> {
  await tx.run(lockGrants, [clientId, players])
  await tx.run(deleteOfStrangers, [clientId, players, groups])
}

/** Returns the accounts that have given a client access. */
export const accountsOfClient = readsColumn<string, [clientId: string]>(
  'accounts_of_oauth_client',
  'select distinct account_id from oauth_grant where client_id = $1',
)
