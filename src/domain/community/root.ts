import { isServerKey } from '../../model/community/game-server.ts'
import { type RefusalDetail, Refused } from '../../model/errors/refusal.ts'
import { serverByKey } from '../../storage/community/server-keys.ts'
import type { JoinContext, ReadContext } from '../context.ts'
import { takeFromNetwork } from '../registration/network-budget.ts'
import { digestOfKey } from './server-keys.ts'

/** The number of invalid keys that one network may try per hour. */
export const unknownKeys = { size: 300, refillMs: 12_000 }

type Deps = ReadContext & JoinContext

/**
 * Returns the game server of a root, up to two seconds late, for requests that let nobody in. Throws Refused
 * `server_unknown`, `too_many_server_keys`.
 */
export async function serverOfRoot(
  context: Deps,
  key: string,
  address: string,
): Promise<{ id: string; name: string }> {
  if (!isServerKey(key)) throw await unknownServer(context, address)
  const digest = digestOfKey(key)
  const known = context.gameServers.known(digest)
  if (known) return known
  const found = await serverByKey(context.db, digest, context.clock())
  if (!found) throw await unknownServer(context, address)
  context.gameServers.remember(digest, found)
  return found
}

/** Returns the refusal for a key that is unknown or whose grace period is over, which look the same. */
export async function unknownServer(
  { clock, db }: ReadContext,
  address: string,
  more: { about?: { username: string }; detail?: RefusalDetail } = {},
): Promise<Refused> {
  const waitMs = await takeFromNetwork(db, 'server-keys', address, clock(), unknownKeys)
  if (waitMs > 0)
    return new Refused('too_many_server_keys', { retryAfter: Math.ceil(waitMs / 1000), ...more })
  return new Refused('server_unknown', more)
}
