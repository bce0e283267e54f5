import { networkGroups } from '../../lib/net/address.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { NeighbourAsker } from '../../state/neighbours/question-budget.ts'

/** The game server that looks up players below its root, and its address. Undefined where no neighbour is asked. */
export type LookupPlace = { server: string; address: string } | undefined

/** Lookups have a share of a neighbour's questions apart from that of joins, which they can't use up. */
export const askerFor = ({ server, address }: NonNullable<LookupPlace>): NeighbourAsker => ({
  isLookup: true,
  groups: ['lookups', ...networkGroups(address), `server ${server}`].map((group) => `lookups ${group}`),
})

/** Returns the refusal of a lookup whose answer depends on a neighbour that is unsure. */
export const unsureLookup = (): Refused => new Refused('neighbour_unsure', { retryAfter: 5 })
