import { dayMs } from '../../lib/measure/units.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import type { GameServer } from '../../model/community/game-server.ts'
import { readMods } from '../../model/community/mods.ts'
import { noSuch, requireRule, requireRules, tooMany } from '../../model/errors/families.ts'
import { type Changes, type Values, withChanges, withInitial } from '../../model/fields/field.ts'
import { serverFields } from '../../model/fields/server.ts'
import { renewAdmission } from '../../storage/community/server-keys.ts'
import {
  allServers,
  countServers,
  type GroupedServerRow,
  insertServer,
  lockServer,
  playersSince,
  replaceServerGroups,
  replaceServerNeighbours,
  serverByName,
  serversOfPlayer,
  serversOpenTo,
  updateServer,
} from '../../storage/community/servers.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { flagOf, isSet } from '../../storage/engine/flags.ts'
import { hasDayCount } from '../../storage/records/day-counts.ts'
import type { GameServerRow } from '../../storage/schema/rows/community.ts'
import { change, ifTakenBy } from '../change.ts'
import type { ChangeContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { requireNeighbours } from '../neighbours/neighbours.ts'
import { requireGroups } from './groups.ts'
import { makeKey, rootOf } from './server-keys.ts'

export type ServerFields = Changes<typeof serverFields>

export interface RootedServer {
  server: GameServer
  root: string
}

export const maxServers = 1000

/**
 * Adds a server. Throws Refused `malformed`, `taken`, `too_many`, and the refusals of `setServer`.
 */
export async function addServer(
  context: ChangeContext & SecretContext & SiteContext,
  by: Actor,
  given: ServerFields & { name: string },
  keep?: StoreAnswer<RootedServer>,
): Promise<RootedServer> {
  const { name } = given
  requireRule('name', 'name', name)
  const fields = withInitial(serverFields, { ...given, title: given.title ?? name })
  requireRules(serverFields, fields)
  const { groups, neighbours } = fields
  const row: GameServerRow = {
    id: context.random.uuid(),
    name,
    ...columnsOf(fields),
    paused_at: null,
    created_at: context.clock(),
    last_asked_at: null,
  }
  return change(context, by, async (tx) => {
    if ((await countServers(tx)) >= maxServers) throw tooMany('server', maxServers)
    await requireGroups(tx, groups)
    await requireNeighbours(tx, neighbours)
    await insertServer(tx, row)
    const named = { groups: [...new Set(groups)], neighbours: [...new Set(neighbours)] }
    await replaceServerGroups(tx, row.id, named.groups)
    await replaceServerNeighbours(tx, row.id, named.neighbours)
    const key = await makeKey(context, tx, row.id)
    const result = {
      server: toServer({
        ...row,
        group_names: named.groups.join(' ') || null,
        neighbour_ids: named.neighbours.join(' ') || null,
      }),
      root: rootOf(context, key),
    }
    await keep?.(tx, result)
    return { events: [{ event: 'server.created', account: null, details: { name } }], result }
  }).catch(ifTakenBy('server'))
}

/** Returns all servers in the order of their names. */
export async function listServers({ db }: ReadContext): Promise<GameServer[]> {
  return (await allServers(db)).map(toServer)
}

/** Finds a server by its name. Throws Refused `unknown`. */
export async function findServer({ db }: { db: Queries }, name: string): Promise<GameServer> {
  const row = await serverByName(db, name)
  if (!row) throw noSuch('server')
  return toServer(row)
}

/**
 * Changes a server. Undefined fields stay as they are. Throws Refused `unknown`, `malformed`.
 */
export async function setServer(
  context: ChangeContext,
  by: Actor,
  name: string,
  fields: ServerFields,
): Promise<GameServer> {
  requireRules(serverFields, fields)
  const { groups, neighbours } = fields
  return changeServer(context, by, name, async (tx, server) => {
    // A deleted group may stay in the list, because removing the last one would open the server to everybody.
    const added = groups?.filter((group) => !server.groups.includes(group)) ?? []
    await requireGroups(tx, added)
    if (groups !== undefined) await replaceServerGroups(tx, server.id, [...new Set(groups)])
    if (neighbours !== undefined) {
      await requireNeighbours(tx, neighbours)
      await replaceServerNeighbours(tx, server.id, [...new Set(neighbours)])
    }
    await updateServer(tx, server.id, columnsOf(withChanges(serverFields, server, fields)))
    return Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  })
}

/** Pauses or resumes a server. A paused one lets nobody in. Throws Refused `unknown`. */
export function pauseServer(
  context: ChangeContext,
  by: Actor,
  name: string,
  isPaused: boolean,
): Promise<GameServer> {
  return changeServer(context, by, name, async (tx, server) => {
    if (server.isPaused === isPaused) return []
    await updateServer(tx, server.id, { paused_at: isPaused ? context.clock() : null })
    return ['paused']
  })
}

/** Returns the number of players that the server has let in during the last day, as far as attempts are kept. */
export const playersOfDay = ({ clock, db }: ReadContext, name: string): Promise<number> =>
  playersSince(db, name, clock() - dayMs)

/** Returns true if the server has ever let a player in, as far as figures and attempts are kept. */
export async function hasEverJoined(context: ReadContext, name: string): Promise<boolean> {
  const [isCounted, players] = await Promise.all([
    hasDayCount(context.db, 'joins', name),
    playersOfDay(context, name),
  ])
  return isCounted || players > 0
}

/** A server as players see it. */
export interface OfferedServer {
  title: string
  address: string | null
  mayJoin: boolean
  /** The username of the account's player that alone may join. Undefined if all players may, or there is one. */
  only: string | undefined
  /** The server with what files for launchers need. Undefined if the account may not join, or something is not known. */
  packed: PackedServer | undefined
}

/** A server of which players are told all that a launcher needs. */
export type PackedServer = Pick<GameServer, 'name' | 'title' | 'loader' | 'mods'> & {
  address: string
  gameVersion: string
}

/** Returns all servers as this account sees them. */
export async function serversFor({ db }: ReadContext, { id }: { id: string }): Promise<OfferedServer[]> {
  return (await serversOfPlayer(db, id)).map((row) => {
    const server = toServer(row)
    const { title, address, characters, gameVersion, groups, isPaused } = server
    const mayJoin = !isPaused && (groups.length === 0 || isSet(row.member))
    const isPacked = mayJoin && address !== null && gameVersion !== null
    return {
      title,
      address,
      mayJoin,
      only: characters === 'primary' ? (row.first ?? undefined) : undefined,
      packed: isPacked ? { ...server, address, gameVersion } : undefined,
    }
  })
}

/** Returns a server for a file of a launcher. Throws Refused `unknown`, also for a server that the account may not join. */
export async function packedServerFor(
  context: ReadContext,
  account: { id: string },
  name: string,
): Promise<PackedServer> {
  const found = (await serversFor(context, account)).find(({ packed }) => packed?.name === name)
  if (!found?.packed) throw noSuch('server')
  return found.packed
}

/** The number of servers that visitors see. */
const publicServers = 6

/** Returns the servers that everybody can join, as visitors see them; with a group, also those of its members. */
export const publicServersOf = (
  { db }: ReadContext,
  group: string | null = null,
): Promise<{ title: string; address: string }[]> => serversOpenTo(db, group, publicServers)

/** Changes a server in a transaction. `work` returns what it has changed. */
function changeServer(
  context: ChangeContext,
  by: Actor,
  name: string,
  work: (tx: Transaction, server: GameServer) => Promise<string[]>,
): Promise<GameServer> {
  return change(context, by, async (tx) => {
    if (!(await lockServer(tx, name))) throw noSuch('server')
    const changed = await work(tx, await findServer({ db: tx }, name))
    const result = await findServer({ db: tx }, name)
    await renewAdmission(tx, result.id)
    if (changed.length === 0) return { events: [], result }
    return { events: [{ event: 'server.changed', account: null, details: { name, changed } }], result }
  })
}

const columnsOf = ({
  title,
  address,
  groupsProperty,
  who,
  sourceProperty,
  links,
  characters,
  gameVersion,
  loader,
  mods,
}: Values<typeof serverFields>) => ({
  title,
  address,
  tells_groups: flagOf(groupsProperty),
  visitors_who: who,
  tells_source: flagOf(sourceProperty),
  links,
  characters,
  game_version: gameVersion,
  loader,
  mods: mods === null ? null : (readMods(mods) ?? null),
})

const toServer = (row: GroupedServerRow): GameServer => ({
  id: row.id,
  name: row.name,
  title: row.title,
  address: row.address,
  groups: row.group_names === null ? [] : row.group_names.split(' ').sort(),
  neighbours: row.neighbour_ids === null ? [] : row.neighbour_ids.split(' ').sort(),
  isPaused: row.paused_at !== null,
  groupsProperty: isSet(row.tells_groups),
  who: row.visitors_who,
  sourceProperty: isSet(row.tells_source),
  links: row.links,
  characters: row.characters,
  gameVersion: row.game_version,
  loader: row.loader,
  mods: row.mods,
  createdAt: row.created_at,
  lastAskedAt: row.last_asked_at,
})
