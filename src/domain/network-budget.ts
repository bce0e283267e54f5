import { networkGroups } from '../lib/address.ts'
import { type Budget, takeFromBudget } from '../storage/budgets.ts'
import type { Queries } from '../storage/database.ts'

/** How many times a /64's own budget its /56 and its /48 have: a customer may have 65,536 of the one in one of the other. */
const shares = [1, 4, 16]

/**
 * Takes one out of the budget of the network that an address is in, and of the wider ones around it, or nothing
 * more where one of them is spent: then it answers in how many milliseconds there is one again.
 */
export async function takeFromNetwork(
  db: Queries,
  kind: string,
  address: string,
  now: number,
  { size, refillMs }: Budget,
): Promise<number> {
  // The narrowest first: what it has no more of is not charged to its neighbours.
  for (const [index, network] of networkGroups(address).toReversed().entries()) {
    const share = shares[index] ?? 1
    const budget = { size: size * share, refillMs: Math.ceil(refillMs / share) }
    const waitMs = await takeFromBudget(db, `${kind}:${network}`, now, budget)
    if (waitMs > 0) return waitMs
  }
  return 0
}
