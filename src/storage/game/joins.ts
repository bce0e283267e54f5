import type { Profile } from '../../model/account.ts'
import { hasRight, isAlive, notSuspended } from '../credentials/conditions.ts'
import { type Queries, reads, writes } from '../engine/database.ts'
import type { PendingJoinRow } from '../schema/schema.ts'
import { type ProfileRow, profileColumns } from './profiles.ts'

/** More pending joins than this no player has; an account may have twice as many until the surplus goes. */
const joinsPerAccount = 64

/** The credential $1 is good, and the profile and the name beside it are its own. */
const joinable = (now: string, profile: string, username: string): string =>
  `from credential join account on account.id = credential.account_id
   where digest = $1 and ${hasRight('join')} and ${isAlive(now)}
     and (account.id = ${profile} or account.username_folded = ${profile})
     and (cast(${username} as text) = '' or account.username_folded = ${username})`

const put = writes<{ account_id: string; username: string; held: number }>(
  'put_join',
  `insert into pending_join (account_id, server_id_digest, address, credentials_version, expires_at)
   select account.id, cast($2 as text), cast($3 as text), account.credentials_version, cast($4 as bigint)
   ${joinable('$5', '$6', '$7')}
   on conflict (account_id, server_id_digest) do update
     set address = excluded.address, credentials_version = excluded.credentials_version,
       expires_at = excluded.expires_at
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

export interface NewJoin {
  /** Of the credential. */
  digest: string
  serverIdDigest: string
  address: string
  expiresAt: number
  now: number
  /** The profile's UUID, or its name folded. */
  profile: string
  /** Empty where the profile alone was sent. */
  usernameFolded: string
}

/**
 * Leaves a join for hasJoined to take, if the credential is good and the profile its own. Answers the profile. Of very many for one account the oldest go.
 */
export async function putJoin(db: Queries, join: NewJoin): Promise<Profile | undefined> {
  const { digest, serverIdDigest, address, expiresAt, now, profile, usernameFolded } = join
  const values = [digest, serverIdDigest, address, expiresAt, now, profile, usernameFolded]
  const joined = first(await db.run(put, values))
  if (joined && joined.held >= 2 * joinsPerAccount)
    await db.run(deleteSurplus, [joined.account_id, serverIdDigest])
  return joined && { id: joined.account_id, username: joined.username }
}

const may = reads<Profile>('may_join', `select account.id, account.username ${joinable('$2', '$3', '$4')}`)

/** The same question as putJoin's, leaving nothing. */
export async function mayJoin(
  db: Queries,
  { digest, now, profile, usernameFolded }: NewJoin,
): Promise<Profile | undefined> {
  return first(await db.run(may, [digest, now, profile, usernameFolded]))
}

// The account is looked at again here: suspended, deleted or signed out since means no join. Its row is found by
// itself: if it depended on the join, SQLite would go through every join that waits.
export const waiting = `server_id_digest = $1 and pending_join.expires_at > $2
  and (cast($3 as text) = '' or address = $3)
  and (account_id, pending_join.credentials_version) =
    (select id, credentials_version from account where username_folded = $4 and ${notSuspended('$2')})`

const ownerColumn = (column: string): string =>
  `(select ${column} from account where account.id = pending_join.account_id) as ${column}`

/** Of a TakenJoinRow, behind `returning`. */
export const takenColumns = `account_id as id,
     ${['username', 'skin_hash', 'skin_model', 'cape_hash'].map(ownerColumn).join(', ')},
     (select max(created_at) from signing_key) as keys_revision,
     address, credentials_version, expires_at`

const take = writes<TakenJoinRow>(
  'take_join',
  `delete from pending_join where ${waiting} returning ${takenColumns}`,
)

/** Of the profile of a join, behind `select`. */
export const joinedColumns = profileColumns

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
export type TakenJoinRow = ProfileRow & Pick<PendingJoinRow, 'address' | 'credentials_version' | 'expires_at'>

/** Takes the join out of the store: of several servers asking at once, exactly one gets it. */
export async function takeJoin(db: Queries, query: JoinQuery): Promise<TakenJoinRow | undefined> {
  return first(await db.run(take, valuesOf(query)))
}

const putBack = writes(
  'put_join_back',
  `insert into pending_join (account_id, server_id_digest, address, credentials_version, expires_at)
   select id, cast($2 as text), cast($3 as text), cast($4 as bigint), cast($5 as bigint)
   from account where id = $1
   on conflict do nothing`,
)

/** The join waits again, unless the account has gone or has joined that server again. */
export async function putJoinBack(db: Queries, taken: TakenJoinRow, serverIdDigest: string): Promise<void> {
  const { id, address, credentials_version, expires_at } = taken
  await db.run(putBack, [id, serverIdDigest, address, credentials_version, expires_at])
}

/** The same question, using nothing up. */
export async function peekJoin(db: Queries, query: JoinQuery): Promise<ProfileRow | undefined> {
  return first(await db.run(peek, valuesOf(query)))
}

/** What there is of a name and its joins, for whoever asks why none could be taken. */
export interface NoJoinRow extends Profile {
  /** 1 where the account is suspended. */
  suspended: 0 | 1
  /** Of the join that waits, or waited, for this server; null where there is none. */
  expires_at: number | null
  address: string | null
  /** How many wait for other servers. */
  elsewhere: number
}

const look = reads<NoJoinRow>(
  'look_for_joins',
  `select account.id, account.username, case when ${notSuspended('$3')} then 0 else 1 end as suspended,
     pending_join.expires_at, pending_join.address,
     (select count(*) from pending_join as other where other.account_id = account.id
       and other.server_id_digest <> $2 and other.expires_at > $3) as elsewhere
   from account left join pending_join on account_id = account.id and server_id_digest = $2
   where username_folded = $1`,
)

/** Undefined where nobody has the name. */
export async function joinsNotTaken(
  db: Queries,
  { usernameFolded, serverIdDigest, now }: JoinQuery,
): Promise<NoJoinRow | undefined> {
  return first(await db.run(look, [usernameFolded, serverIdDigest, now]))
}

export const valuesOf = (query: JoinQuery) => [
  query.serverIdDigest,
  query.now,
  query.address,
  query.usernameFolded,
]

const first = <Row>(rows: Row[]): Row | undefined => rows[0]
