import { isKeyGood } from '../community/server-keys.ts'
import { type Queries, reads, writes } from '../engine/database.ts'
import { type JoinQuery, keysRevision, type TakenJoinRow, valuesOf, waitingWith } from './joins.ts'

const worn = ['skin_hash', 'skin_model', 'cape_hash'].map((column) => `coalesce(account.${column}, '')`)

const groups = `coalesce(account.group_names, '')`

const admission = `coalesce(game_server_key.admission, '')`

// A single text, because each subquery costs: what is known of the player and, after a slash, of the server.
const columns = `account_id as id, address, credentials_version, expires_at, ${keysRevision},
  (select ${['account.username', ...worn, groups].join(` || ' ' || `)} || '/' || ${admission}
   from account cross join game_server_key
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

const [playerColumns, serverColumns] = [4, 4]

function unpacked(row: PackedRow): TakenJoinRow & JoinAtServer {
  const { packed, id, address, credentials_version, expires_at, keys_revision } = row
  const slash = packed.indexOf('/')
  const player = packed.slice(0, slash).split(' ')
  const asking = packed.slice(slash + 1).split(' ')
  const [username = '', skin, model, cape] = player
  const [serverId = '', server = '', state, tells] = asking
  const groups = player.slice(playerColumns)
  const admitted = asking.slice(serverColumns)
  const isMember = admitted.length === 0 || admitted.some((group) => groups.includes(group))
  return {
    id,
    address,
    credentials_version,
    expires_at,
    keys_revision,
    username,
    skin_hash: skin || null,
    skin_model: model === 'slim' || model === 'default' ? model : null,
    cape_hash: cape || null,
    serverId,
    server,
    verdict: verdictOf(state, isMember),
    groups: tells === 'on' ? groups.filter(Boolean) : undefined,
  }
}

function verdictOf(state: string | undefined, isMember: boolean): JoinAtServer['verdict'] {
  if (state === 'paused') return 'server_paused'
  return state === 'open' && isMember ? 'ok' : 'server_not_allowed'
}

const take = writes<PackedRow>(
  'take_join_at_server',
  `delete from pending_join where ${waiting} returning ${columns}`,
)

/** Takes a join like `takeJoin`, below the root of a server. Without a valid key nothing is taken. */
export async function takeJoinAt(db: Queries, query: JoinQuery, keyDigest: string) {
  const [row] = await db.run(take, [...valuesOf(query), keyDigest])
  return row && unpacked(row)
}

const peek = reads<PackedRow>('peek_join_at_server', `select ${columns} from pending_join where ${waiting}`)

/** Looks for a join without deleting it. */
export async function peekJoinAt(db: Queries, query: JoinQuery, keyDigest: string) {
  const [row] = await db.run(peek, [...valuesOf(query), keyDigest])
  return row && unpacked(row)
}
