import { first, type Queries, reads, writes } from '../engine/database.ts'
import { type JoinQuery, keysRevision, type TakenJoinRow, valuesOf, waitingWith } from '../game/joins.ts'
import { isKeyGood } from './keys.ts'

/** `ok`, or the reason for which this server does not let in the player of the join. */
const verdict = `case
    when game_server.paused_at is not null then 'server_paused'
    when exists (select 1 from game_server_group cross join group_member
      where game_server_group.server_id = game_server.id
        and group_member.group_name = game_server_group.group_name
        and group_member.account_id = account.id) then 'ok'
    when exists (select 1 from game_server_group where game_server_group.server_id = game_server.id)
      then 'server_not_allowed'
    else 'ok' end`

const groups = `case when game_server.tells_groups = 'on' then ' ' || coalesce((select string_agg(group_name, ' ')
    from group_member where group_member.account_id = account.id), '') else '' end`

const worn = ['skin_hash', 'skin_model', 'cape_hash'].map((column) => `coalesce(account.${column}, '')`)

const packed = ['account.username', ...worn, 'game_server.id', 'game_server.name', verdict].join(
  ` || ' ' || `,
)

// A single text, separated by spaces: each subquery costs, and this one looks up the account, the key and the server once.
const columns = `account_id as id, address, credentials_version, expires_at, ${keysRevision},
  (select ${packed} || ${groups}
   from account cross join game_server_key join game_server on game_server.id = game_server_key.server_id
   where account.id = pending_join.account_id and game_server_key.digest = $5) as packed`

const waiting = waitingWith('game_server_key', isKeyGood('$5', '$2'))

/** The server that asks about a join, and whether it lets the player in. */
export interface JoinAtServer {
  serverId: string
  server: string
  verdict: 'ok' | 'server_paused' | 'server_not_allowed'
  /** The player's groups. Undefined if the server does not receive them. */
  groups: string[] | undefined
}

type PackedRow = Pick<
  TakenJoinRow,
  'id' | 'address' | 'credentials_version' | 'expires_at' | 'keys_revision'
> & { packed: string }

function unpacked({ packed, ...row }: PackedRow): TakenJoinRow & JoinAtServer {
  const [username = '', skin, model, cape, serverId = '', server = '', verdict, ...names] = packed.split(' ')
  const isKnown = verdict === 'ok' || verdict === 'server_paused'
  return {
    ...row,
    username,
    skin_hash: skin || null,
    skin_model: model === 'slim' || model === 'default' ? model : null,
    cape_hash: cape || null,
    serverId,
    server,
    verdict: isKnown ? verdict : 'server_not_allowed',
    groups: names.length === 0 ? undefined : names.filter(Boolean).sort(),
  }
}

const take = writes<PackedRow>(
  'take_join_at_server',
  `delete from pending_join where ${waiting} returning ${columns}`,
)

/** Takes a join like `takeJoin`, below the root of a server. Without a valid key nothing is taken. */
export async function takeJoinAt(db: Queries, query: JoinQuery, keyDigest: string) {
  const row = await first(db, take, [...valuesOf(query), keyDigest])
  return row && unpacked(row)
}

const peek = reads<PackedRow>('peek_join_at_server', `select ${columns} from pending_join where ${waiting}`)

/** Looks for a join without deleting it. */
export async function peekJoinAt(db: Queries, query: JoinQuery, keyDigest: string) {
  const row = await first(db, peek, [...valuesOf(query), keyDigest])
  return row && unpacked(row)
}
