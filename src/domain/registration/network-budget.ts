import { networkGroups } from '../../lib/net/address.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { type Budget, type Taking, takeAll } from '../../storage/limits/budgets.ts'

/** The budgets of a /64, its /56 and its /48, as multiples of the first. A customer may have 65,536 /64s in a /48. */
const shares = [1, 4, 16]

/** Returns the takings that charge one to the network of an address and to the wider networks around it. */
export function takingsOfNetwork(kind: string, address: string, { size, refillMs }: Budget): Taking[] {
  const networks = networkGroups(address).toReversed()
  return networks.map((network, index) => {
    const share = shares[index] ?? 1
    const budget = { size: size * share, refillMs: Math.ceil(refillMs / share) }
    return { key: `${kind}:${network}`, budget }
  })
}

/** Takes them all, or nothing if one budget is spent. Then returns the milliseconds until all of them have enough. */
export const takeFromNetwork = (
  db: Queries,
  kind: string,
  address: string,
  now: number,
  budget: Budget,
): Promise<number> => takeAll(db, now, takingsOfNetwork(kind, address, budget))
