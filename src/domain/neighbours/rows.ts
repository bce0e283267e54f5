import type { Neighbour } from '../../model/community/neighbour.ts'
import type { Visitor } from '../../model/community/visitor.ts'
import { flagOf, isSet } from '../../storage/engine/flags.ts'
import type { NeighbourRow, VisitorRow } from '../../storage/schema/rows/neighbours.ts'

/** Returns the columns of a neighbour that its id, a pause, the time and the client there do not decide. */
export function columnsOf(
  neighbour: Neighbour,
): Omit<
  NeighbourRow,
  'id' | 'paused_at' | 'keys_read_at' | 'created_at' | 'client_id' | 'client_secret' | 'authorization_server'
> {
  const { hasJoined, profile, names, keys } = neighbour.addresses
  return {
    kind: neighbour.kind,
    root: neighbour.root,
    has_joined: hasJoined,
    profile,
    names_url: 'bulk' in names ? names.bulk : names.single,
    names_form: 'bulk' in names ? 'bulk' : 'single',
    texture_hosts: neighbour.textureHosts.join(' '),
    trust: neighbour.trust,
    who: neighbour.who,
    textures: neighbour.textures,
    names: neighbour.names,
    per_minute: neighbour.limit,
    is_private: flagOf(neighbour.isPrivate),
    forwards_address: flagOf(neighbour.forwardAddress),
    lookups: flagOf(neighbour.lookups),
    chat_keys: flagOf(neighbour.chatKeys),
    keys_url: keys ?? null,
  }
}

/** Returns the neighbour of a row. */
export const toNeighbour = (row: NeighbourRow): Neighbour => ({
  id: row.id,
  kind: row.kind,
  root: row.root,
  addresses: {
    hasJoined: row.has_joined,
    profile: row.profile,
    names: row.names_form === 'bulk' ? { bulk: row.names_url } : { single: row.names_url },
    keys: row.keys_url ?? undefined,
  },
  textureHosts: row.texture_hosts.split(' ').filter(Boolean),
  trust: row.trust,
  who: row.who,
  textures: row.textures,
  names: row.names,
  limit: row.per_minute,
  isPrivate: isSet(row.is_private),
  forwardAddress: isSet(row.forwards_address),
  lookups: isSet(row.lookups),
  chatKeys: isSet(row.chat_keys),
  isPaused: row.paused_at !== null,
  client:
    row.client_id === null || row.authorization_server === null
      ? undefined
      : { clientId: row.client_id, server: JSON.parse(row.authorization_server) },
  createdAt: row.created_at,
})

/** Returns the visitor of a row. A suspension that has ended by `now` is left out. */
export const toVisitor = (row: VisitorRow, now: number, account?: string): Visitor => ({
  id: row.uuid,
  name: row.name,
  neighbour: row.neighbour_id,
  suspension: isSuspended(row, now)
    ? {
        at: row.suspended_at ?? 0,
        until: row.suspended_until ?? undefined,
        reason: row.suspension_reason ?? undefined,
        by: row.suspended_by ?? undefined,
      }
    : undefined,
  firstSeenAt: row.first_seen,
  lastSeenAt: row.last_seen,
  joins: row.joins,
  account,
})

/** Returns true if a visitor may not join at this instant. */
export const isSuspended = (
  { suspended_at, suspended_until }: Pick<VisitorRow, 'suspended_at' | 'suspended_until'>,
  now: number,
): boolean => suspended_at !== null && (suspended_until === null || suspended_until > now)
