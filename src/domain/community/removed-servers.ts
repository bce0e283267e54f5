// A game server is removed at once, and kept for an hour with its roots, in which that can be undone.
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch, tooMany } from '../../model/errors/families.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { insertListed, listedAt } from '../../storage/community/listed.ts'
import { lockNeighbour } from '../../storage/community/neighbours.ts'
import { insertKey, keysOf } from '../../storage/community/server-keys.ts'
import {
  countServers,
  deleteServerRow,
  insertServer,
  lockServer,
  replaceServerGroups,
  replaceServerNeighbours,
  serverByName,
} from '../../storage/community/servers.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { serverKeyPlace } from '../../storage/schema/encryption.ts'
import type { GameServerKeyRow, GameServerRow } from '../../storage/schema/rows/community.ts'
import type { ListedVisitorRow } from '../../storage/schema/rows/neighbours.ts'
import { change } from '../change.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { keepDeleted } from '../operation/deletions.ts'
import { maxServers } from './servers.ts'

type Deps = ChangeContext & SecretContext

interface KeptServer {
  server: GameServerRow
  groups: readonly string[]
  neighbours: readonly string[]
  /** In plain text: all that is kept is encrypted together. */
  keys: readonly GameServerKeyRow[]
  listed: readonly ListedVisitorRow[]
}

/** Removes a server, which invalidates all its roots. Throws Refused `unknown`. */
export async function removeServer(context: Deps, by: Actor, name: string): Promise<void> {
  await change(context, by, async (tx) => {
    await context.secrets.lock(tx)
    const row = (await lockServer(tx, name)) && (await serverByName(tx, name))
    if (!row) throw noSuch('server')
    const { group_names, neighbour_ids, ...server } = row
    const content: KeptServer = {
      server,
      groups: group_names?.split(' ') ?? [],
      neighbours: neighbour_ids?.split(' ') ?? [],
      keys: await plainKeys(context, tx, server.id),
      listed: await listedAt(tx, server.id),
    }
    await keepDeleted(context, tx, { kind: 'server', name, title: server.title }, content)
    await deleteServerRow(tx, server.id)
    return { events: [{ event: 'server.removed', account: null, details: { name } }] }
  })
}

async function plainKeys({ secrets }: Deps, tx: Transaction, serverId: string): Promise<GameServerKeyRow[]> {
  const keys: GameServerKeyRow[] = []
  for (const row of await keysOf(tx, serverId)) {
    keys.push({ ...row, key: await secrets.open(tx, serverKeyPlace(row.digest), row.key) })
  }
  return keys
}

/**
 * Brings a server back with its roots, except those that have ended meanwhile. It names its groups, and the neighbours that
 * are still there. Throws Refused `too_many`, and UniqueViolation.
 */
export async function restoreServer(
  { clock, secrets }: Deps,
  tx: Transaction,
  { content }: { content: string },
): Promise<AuditEvent> {
  const { server, groups, neighbours, keys, listed }: KeptServer = JSON.parse(content)
  if ((await countServers(tx)) >= maxServers) throw tooMany('server', maxServers)
  await insertServer(tx, server)
  const there = new Set<string>()
  // In one order everywhere: see requireNeighbours.
  for (const id of [...new Set([...neighbours, ...listed.map((row) => row.neighbour_id)])].sort())
    if (await lockNeighbour(tx, id)) there.add(id)
  await replaceServerGroups(tx, server.id, groups)
  await replaceServerNeighbours(
    tx,
    server.id,
    neighbours.filter((id) => there.has(id)),
  )
  for (const { admission: _, ...row } of keys) {
    if (row.ends_at !== null && row.ends_at <= clock()) continue
    await insertKey(tx, { ...row, key: secrets.seal(serverKeyPlace(row.digest), row.key) })
  }
  for (const row of listed) if (there.has(row.neighbour_id)) await insertListed(tx, row)
  return { event: 'server.restored', account: null, details: { name: server.name } }
}
