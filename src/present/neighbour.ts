import type { SiteContext } from '../domain/context.ts'
import type { NeighbourHealth } from '../domain/figures/neighbour-figures.ts'
import { redirectUriOf } from '../domain/linking/client.ts'
import type { NeighbourTest } from '../domain/neighbours/ask.ts'
import { fingerprintOf } from '../domain/neighbours/keys.ts'
import type { ListedName } from '../domain/neighbours/listed.ts'
import { isoTime } from '../lib/text/instant.ts'
import type { Neighbour, NeighbourKey } from '../model/community/neighbour.ts'
import { shownFields } from '../model/fields/field.ts'
import { neighbourFields } from '../model/fields/neighbour.ts'

/** Returns a neighbour as commands and the API show it. */
export const shownNeighbour = (neighbour: Neighbour) => {
  const { hasJoined, profile, names } = neighbour.addresses
  return {
    id: neighbour.id,
    kind: neighbour.kind,
    root: neighbour.root,
    hasJoined,
    profile,
    namesUrl: 'bulk' in names ? names.bulk : names.single,
    ...shownFields(neighbourFields, neighbour),
    private: neighbour.isPrivate,
    clientId: neighbour.client?.clientId ?? null,
    issuer: neighbour.client?.server.issuer ?? null,
    paused: neighbour.isPaused,
    createdAt: isoTime(neighbour.createdAt),
  }
}

/** Returns the address that is registered at a neighbour with a client. Null if it can't have one. */
export const shownRedirectUri = (context: SiteContext, neighbour: Neighbour) =>
  neighbour.kind === 'authlib-injector' ? redirectUriOf(context, neighbour) : null

/** Returns a neighbour with how it has answered of late. */
export const shownWithHealth = (neighbour: Neighbour, { last, lastDay }: NeighbourHealth) => ({
  ...shownNeighbour(neighbour),
  lastAnswer: last ? { at: isoTime(last.at), problem: last.problem } : null,
  lastDay,
})

/** Returns the keys of a neighbour. */
export const shownKeys = (keys: readonly NeighbourKey[]) =>
  keys.map((key) => ({
    use: key.use,
    fingerprint: fingerprintOf(key),
    firstSeen: isoTime(key.firstSeenAt),
    state: key.isTrusted ? ('trusted' as const) : ('held' as const),
  }))

/** Returns the outcome of asking a neighbour about a name. */
export const shownTest = ({ neighbour, answer, milliseconds }: NeighbourTest) => ({
  id: neighbour.id,
  says: answer.says,
  problem: answer.says === 'unsure' ? answer.problem : null,
  player: answer.says === 'yes' ? { id: answer.id, name: answer.name } : null,
  milliseconds,
})

/** Returns the listed names of a neighbour. `server` is null for all game servers. */
export const shownListed = (names: readonly ListedName[]) =>
  names.map(({ name, server }) => ({ name, server: server ?? null }))
