import type { Profile } from '../../model/accounts/account.ts'
import { hasRight, isAlive, notSuspended } from '../credentials/conditions.ts'
import { first, type Queries, reads, writes, writesTogether } from '../engine/database.ts'
import { type Flag, flagUnless } from '../engine/flags.ts'
import type { PendingJoinRow } from '../schema/rows/game.ts'
import { inStoreOf, type ProfileRow, profileColumns } from './profiles.ts'

/** The pending joins that an account keeps. It may briefly have up to twice as many; then the oldest are deleted. */
export const joinsPerAccount = 64

/** The condition that the credential $1 is valid and that the profile and the name are its own. */
const joinable = (now: string, profile: string, username: string): string =>
  `from credential join account on account.id = credential.account_id
   where digest = $1 and ${hasRight('join')} and ${isAlive(now)}
     and (account.id = ${profile} or account.username_folded = ${profile})
     and (cast(${username} as text) = '' or account.username_folded = ${username})`

const put = writesTogether<{ account_id: string; username: string; held: number }>(
  'put_join',
  2,
  `insert into pending_join
     (account_id, server_id_digest, address, credentials_version, expires_at, app_password_id)
   select account.id, cast($2 as text), cast($3 as text), account.credentials_version, cast($4 as bigint),
     credential.app_password_id
   ${joinable('$5', '$6', '$7')}
   on conflict (account_id, server_id_digest) do update
     set address = excluded.address, credentials_version = excluded.credentials_version,
       expires_at = excluded.expires_at, app_password_id = excluded.app_password_id
   returning account_id, (select username from account where account.id = account_id) as username,
     (select count(*) from pending_join as held where held.account_id = pending_join.account_id) as held`,
)

const deleteSurplus = writes(
  'delete_surplus_joins',
  `delete from pending_join where account_id = $1 and server_id_digest not in (
     select server_id_digest from pending_join where account_id = $1
     order by case when server_id_digest = $2 then 0 else 1 end, expires_at desc, server_id_digest
     limit ${joinsPerAccount})`,
)

interface NewJoin {
  digest: string
  serverIdDigest: string
  address: string
  expiresAt: number
  now: number
  /** The profile's UUID, or its name folded. */
  profile: string
  /** Empty if the client sent only the profile. */
  usernameFolded: string
}

/**
 * Stores a join for hasJoined to take, if the credential is valid and the profile is its own. Returns the profile. If
 * an account has very many, the oldest are deleted.
 */
export async function putJoin(db: Queries, join: NewJoin): Promise<Profile | undefined> {
  const { digest, serverIdDigest, address, expiresAt, now, profile, usernameFolded } = join
  const values = [digest, serverIdDigest, address, expiresAt, now, profile, usernameFolded]
  const joined = await first(db, put, values)
  if (joined && joined.held >= 2 * joinsPerAccount)
    await db.run(deleteSurplus, [joined.account_id, serverIdDigest])
  return joined && { id: joined.account_id, username: joined.username }
}

const may = reads<Profile>('may_join', `select account.id, account.username ${joinable('$2', '$3', '$4')}`)

/** Checks the same as `putJoin`, but stores nothing. */
export async function mayJoin(
  db: Queries,
  { digest, now, profile, usernameFolded }: NewJoin,
): Promise<Profile | undefined> {
  return first(db, may, [digest, now, profile, usernameFolded])
}

// The account is checked again here: if it was suspended, deleted or signed out since, there is no join, and none if the
// app password has ended. Its row is
// found independently, because if it depended on the join, SQLite would scan all pending joins.
const waitingOf = (accounts: string, condition: string): string =>
  `server_id_digest = $1 and pending_join.expires_at > $2
  and (cast($3 as text) = '' or address = $3)
  and (account_id, pending_join.credentials_version) =
    (select account.id, account.credentials_version from ${accounts}
     where username_folded = $4 and ${notSuspended('$2')}${condition})
  and (pending_join.app_password_id is null
    or exists (select 1 from app_password where app_password.id = pending_join.app_password_id))`

const waiting = waitingOf('account', '')

/** The conditions of a waiting join, if a row of another table meets `condition` as well. Each value of $1 to $4 is as in `valuesOf`. */
export const waitingWith = (table: string, condition: string): string =>
  waitingOf(`account cross join ${table}`, ` and ${condition}`)

const ownerColumn = (column: string): string =>
  `(select ${column} from account where account.id = pending_join.account_id) as ${column}`

export const keysRevisionColumn = '(select max(created_at) from signing_key) as keys_revision'

const take = writesTogether<TakenJoinRow>(
  'take_join',
  1,
  `delete from pending_join where ${waiting} returning account_id as id,
     ${['username', 'skin_hash', 'skin_model', 'cape_hash'].map(ownerColumn).join(', ')},
     (select ${inStoreOf('account')} from account where account.id = pending_join.account_id) as in_store,
     ${keysRevisionColumn}, address, credentials_version, expires_at, app_password_id`,
)

const peek = reads<ProfileRow>(
  'peek_join',
  `select ${profileColumns} from pending_join join account on account.id = pending_join.account_id
   where ${waiting}`,
)

export interface JoinQuery {
  serverIdDigest: string
  usernameFolded: string
  /** Canonical; empty where the server did not ask for it. */
  address: string
  now: number
}

/** A profile whose join was taken, with what the join said. */
export type TakenJoinRow = ProfileRow &
  Pick<PendingJoinRow, 'address' | 'app_password_id' | 'credentials_version' | 'expires_at'>

/** Deletes and returns a join. Of several servers that ask at once, exactly one gets it. */
export async function takeJoin(db: Queries, query: JoinQuery): Promise<TakenJoinRow | undefined> {
  return first(db, take, valuesOf(query))
}

const putBack = writes(
  'put_join_back',
  `insert into pending_join
     (account_id, server_id_digest, address, credentials_version, expires_at, app_password_id)
   select id, cast($2 as text), cast($3 as text), cast($4 as bigint), cast($5 as bigint), cast($6 as text)
   from account where id = $1
   on conflict do nothing`,
)

/** Puts a join back, unless the account was deleted or has joined that server again. */
export async function putJoinBack(db: Queries, taken: TakenJoinRow, serverIdDigest: string): Promise<void> {
  const { id, address, credentials_version, expires_at, app_password_id } = taken
  await db.run(putBack, [id, serverIdDigest, address, credentials_version, expires_at, app_password_id])
}

/** Looks for a join without deleting it. */
export async function peekJoin(db: Queries, query: JoinQuery): Promise<ProfileRow | undefined> {
  return first(db, peek, valuesOf(query))
}

/** The facts about a name and its joins that explain why there was no join to take. */
export interface NoJoinRow extends Profile {
  /** Set if the account is suspended. */
  suspended: Flag
  /** The expiry of the join that is or was pending for this server. Null if there is none. */
  expires_at: number | null
  address: string | null
  /** The number of joins pending for other servers. */
  elsewhere: number
}

/** The columns of a NoJoinRow, for the server id $2 at the instant $3. */
export const noJoinColumns = `account.id, account.username, ${flagUnless(notSuspended('$3'))} as suspended,
     pending_join.expires_at, pending_join.address,
     (select count(*) from pending_join as other where other.account_id = account.id
       and other.server_id_digest <> $2 and other.expires_at > $3) as elsewhere`

/** Joins an account to what is pending for it. */
export const itsJoin =
  'left join pending_join on pending_join.account_id = account.id and pending_join.server_id_digest = $2'

const look = reads<NoJoinRow>(
  'look_for_joins',
  `select ${noJoinColumns} from account ${itsJoin} where username_folded = $1`,
)

/** Returns undefined if no account has the name. */
export async function joinsNotTaken(
  db: Queries,
  { usernameFolded, serverIdDigest, now }: JoinQuery,
): Promise<NoJoinRow | undefined> {
  return first(db, look, [usernameFolded, serverIdDigest, now])
}

export const valuesOf = (query: JoinQuery) => [
  query.serverIdDigest,
  query.now,
  query.address,
  query.usernameFolded,
]
