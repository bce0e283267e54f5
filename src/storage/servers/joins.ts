import { first, type Queries, reads, writes } from '../engine/database.ts'
import {
  type JoinQuery,
  joinedColumns,
  type TakenJoinRow,
  takenColumns,
  valuesOf,
  waiting,
} from '../game/joins.ts'
import type { ProfileRow } from '../game/profiles.ts'
import { isKeyGood } from './keys.ts'

/** `ok`, or the reason for which this server does not let in the player of the join. */
const verdict = `case
    when game_server.paused_at is not null then 'server_paused'
    when exists (select 1 from game_server_group where game_server_group.server_id = game_server.id)
      and not exists (select 1 from game_server_group join group_member
        on group_member.group_name = game_server_group.group_name and group_member.account_id = pending_join.account_id
        where game_server_group.server_id = game_server.id) then 'server_not_allowed'
    else 'ok' end`

const groups = `case when game_server.tells_groups = 'on' then ' ' || coalesce((select string_agg(group_name, ' ')
    from group_member where group_member.account_id = pending_join.account_id), '') else '' end`

// Joined in a single text, separated by spaces, so that the key and the server are looked up only once.
const columns = `(select game_server.id || ' ' || game_server.name || ' ' || ${verdict} || ${groups}
    from game_server_key join game_server on game_server.id = game_server_key.server_id
    where game_server_key.digest = $5) as at_server`

/** The server that asks about a join, and whether it lets the player in. */
export interface JoinAtServer {
  serverId: string
  server: string
  verdict: 'ok' | 'server_paused' | 'server_not_allowed'
  /** The player's groups. Undefined if the server does not receive them. */
  groups: string[] | undefined
}

interface PackedRow {
  at_server: string
}

function unpacked({ at_server }: PackedRow): JoinAtServer {
  const [serverId = '', server = '', verdict, ...names] = at_server.split(' ')
  const isKnown = verdict === 'ok' || verdict === 'server_paused'
  return {
    serverId,
    server,
    verdict: isKnown ? verdict : 'server_not_allowed',
    groups: names.length === 0 ? undefined : names.filter(Boolean).sort(),
  }
}

const isGood = `exists (select 1 from game_server_key where ${isKeyGood('$5', '$2')})`

const take = writes<TakenJoinRow & PackedRow>(
  'take_join_at_server',
  `delete from pending_join where ${waiting} and ${isGood} returning ${takenColumns}, ${columns}`,
)

/** Takes a join like `takeJoin`, below the root of a server. Without a valid key nothing is taken. */
export async function takeJoinAt(db: Queries, query: JoinQuery, keyDigest: string) {
  const row = await first(db, take, [...valuesOf(query), keyDigest])
  return row && { ...row, ...unpacked(row) }
}

const peek = reads<ProfileRow & PackedRow>(
  'peek_join_at_server',
  `select ${joinedColumns}, ${columns} from pending_join join account on account.id = pending_join.account_id
   where ${waiting} and ${isGood}`,
)

/** Looks for a join without deleting it. */
export async function peekJoinAt(db: Queries, query: JoinQuery, keyDigest: string) {
  const row = await first(db, peek, [...valuesOf(query), keyDigest])
  return row && { ...row, ...unpacked(row) }
}
