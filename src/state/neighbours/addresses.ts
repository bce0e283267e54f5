import type { NeighbourAddresses } from '../../model/community/neighbour.ts'
import type { NeighbourKind } from '../../model/fields/neighbour.ts'

/**
 * Returns the addresses of a neighbour with one root, for `authlib-injector` the root of its API. `game` is the game's
 * word in paths.
 */
export function addressesBelow(
  kind: Exclude<NeighbourKind, 'urls'>,
  root: string,
  game: string,
): NeighbourAddresses {
  const base = root.replace(/\/+$/, '')
  if (kind === 'vendor') {
    return {
      hasJoined: `${base}/session/${game}/hasJoined`,
      profile: `${base}/session/${game}/profile/`,
      names: { single: `${base}/users/profiles/${game}/` },
    }
  }
  const session = `${base}/sessionserver/session/${game}`
  return {
    hasJoined: `${session}/hasJoined`,
    profile: `${session}/profile/`,
    names: { bulk: `${base}/api/profiles/${game}` },
  }
}

/** Returns the address of the profile of a UUID with signed properties. */
export function profileQuestion({ profile }: Pick<NeighbourAddresses, 'profile'>, id: string): string {
  const url = new URL(profile + id)
  url.searchParams.set('unsigned', 'false')
  return url.href
}

/** Returns the address of a question whether a player has joined. `ip` is the player's address, if it is sent. */
export function joinQuestion(
  { hasJoined }: Pick<NeighbourAddresses, 'hasJoined'>,
  { username, serverId, ip }: { username: string; serverId: string; ip: string | undefined },
): string {
  const url = new URL(hasJoined)
  url.searchParams.set('username', username)
  url.searchParams.set('serverId', serverId)
  if (ip !== undefined) url.searchParams.set('ip', ip)
  return url.href
}
