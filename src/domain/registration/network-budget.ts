import { networkGroups } from '../../lib/net/address.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { type Budget, type Taking, takeAll } from '../../storage/limits/budgets.ts'

/** How many times a /64's own budget its /56 and its /48 have: a customer may have 65,536 of the one in one of the other. */
const shares = [1, 4, 16]

/** One out of the budget of the network that an address is in, and of the wider ones around it. */
export function takingsOfNetwork(kind: string, address: string, { size, refillMs }: Budget): Taking[] {
  const networks = networkGroups(address).toReversed()
  return networks.map((network, index) => {
    const share = shares[index] ?? 1
    const budget = { size: size * share, refillMs: Math.ceil(refillMs / share) }
    return { key: `${kind}:${network}`, budget }
  })
}

/** Takes those, or nothing where one is spent: then it answers in how many milliseconds all of them have one. */
export const takeFromNetwork = (
  db: Queries,
  kind: string,
  address: string,
  now: number,
  budget: Budget,
): Promise<number> => takeAll(db, now, takingsOfNetwork(kind, address, budget))
