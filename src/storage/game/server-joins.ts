import type { ServerRefusal } from '../../model/errors/refusal.ts'
import { isPrimary } from '../accounts/characters.ts'
import { isKeyGood } from '../community/server-keys.ts'
import { first, type Queries, reads, writesTogether } from '../engine/database.ts'
import {
  itsJoin,
  type JoinQuery,
  keysRevisionColumn,
  type NoJoinRow,
  noJoinColumns,
  type TakenJoinRow,
  valuesOf,
  waitingWith,
} from './joins.ts'
import { inStoreOf } from './profiles.ts'

const worn = ['skin_hash', 'skin_model', 'cape_hash'].map((column) => `coalesce(account.${column}, '')`)

const other = `case when ${isPrimary('account')} then '' else 'other' end`

const groups = `coalesce(account.group_names, '')`

const admission = `coalesce(game_server_key.admission, '')`

// A single text, because each subquery costs: what is known of the player and, after a slash, of the server. A space
// is on both sides of each group.
const columns = `account_id as id, address, credentials_version, expires_at, app_password_id, ${keysRevisionColumn},
  (select ${inStoreOf('account')} from account where account.id = pending_join.account_id) as in_store,
  (select ${['account.username', ...worn, other, groups].join(` || ' ' || `)} || ' /' || ${admission}
   from account cross join game_server_key
   where account.id = pending_join.account_id and game_server_key.digest = $5) as packed`

const waiting = waitingWith('game_server_key', isKeyGood('$5', '$2'))

/** The server that asks about a join, and whether it lets the player in. */
export interface JoinAtServer {
  serverId: string
  server: string
  verdict: 'ok' | ServerRefusal
  /** The player's groups. Undefined if the server does not receive them. */
  groups: string[] | undefined
}

/** The root below which a server asks. Comparing the row's text with the previous one is cheaper than parsing it again. */
export interface Root {
  readonly digest: string
  last?: Admission
}

/** A text that `renewAdmission` wrote, split. */
interface Admission {
  text: string
  serverId: string
  server: string
  state: string | undefined
  tells: string | undefined
  /** The server's groups, each between two spaces. */
  admitted: readonly string[]
}

function readAdmission(text: string): Admission {
  const [serverId = '', server = '', state, tells, ...groups] = text.split(' ')
  return { text, serverId, server, state, tells, admitted: groups.map((group) => ` ${group} `) }
}

type PackedRow = Pick<
  TakenJoinRow,
  'id' | 'address' | 'app_password_id' | 'credentials_version' | 'expires_at' | 'in_store' | 'keys_revision'
> & { packed: string }

function unpacked(row: PackedRow, root: Root): TakenJoinRow & JoinAtServer {
  const { packed, ...taken } = row
  const slash = packed.indexOf('/')
  const admission = packed.slice(slash + 1)
  if (root.last?.text !== admission) root.last = readAdmission(admission)
  const { serverId, server, state, tells, admitted } = root.last
  const [username = '', skin = '', model = '', cape = '', rank = ''] = packed.split(' ', 5)
  const before = username.length + skin.length + model.length + cape.length + rank.length
  const groups = packed.slice(before + 4, slash)
  const isMember = admitted.length === 0 || admitted.some((group) => groups.includes(group))
  return {
    ...taken,
    username,
    skin_hash: skin || null,
    skin_model: model === 'slim' || model === 'default' ? model : null,
    cape_hash: cape || null,
    serverId,
    server,
    verdict: verdictOf(state, isMember, rank === ''),
    groups: tells === 'on' ? groups.split(' ').filter(Boolean) : undefined,
  }
}

function verdictOf(
  state: string | undefined,
  isMember: boolean,
  isPrimaryPlayer: boolean,
): JoinAtServer['verdict'] {
  if (state === 'paused') return 'server_paused'
  if (!isMember) return 'server_not_allowed'
  if (state === 'primary') return isPrimaryPlayer ? 'ok' : 'character_not_allowed'
  return state === 'open' ? 'ok' : 'server_not_allowed'
}

const take = writesTogether<PackedRow>(
  'take_join_at_server',
  1,
  `delete from pending_join where ${waiting} returning ${columns}`,
)

/** Takes a join like `takeJoin`, below the root of a server. Without a valid key nothing is taken. */
export async function takeJoinAt(db: Queries, query: JoinQuery, root: Root) {
  const [row] = await db.run(take, valuesAt(query, root))
  return row && unpacked(row, root)
}

const peek = reads<PackedRow>('peek_join_at_server', `select ${columns} from pending_join where ${waiting}`)

/** Looks for a join without deleting it. */
export async function peekJoinAt(db: Queries, query: JoinQuery, root: Root) {
  const [row] = await db.run(peek, valuesAt(query, root))
  return row && unpacked(row, root)
}

const valuesAt = (query: JoinQuery, { digest }: Root) => [...valuesOf(query), digest]

const look = reads<(NoJoinRow | { id: null }) & Pick<JoinAtServer, 'server'> & { server_id: string }>(
  'look_for_joins_at_server',
  `select game_server.id as server_id, game_server.name as server, ${noJoinColumns}
   from game_server_key join game_server on game_server.id = game_server_key.server_id
     left join account on account.username_folded = $1 ${itsJoin}
   where ${isKeyGood('$4', '$3')}`,
)

/** Returns the server, with why there was no join to take if an account has the name. Undefined without a valid key. */
export const joinsNotTakenAt = (
  db: Queries,
  { usernameFolded, serverIdDigest, now }: JoinQuery,
  { digest }: Root,
) => first(db, look, [usernameFolded, serverIdDigest, now, digest])
