import { networkGroups } from '../lib/address.ts'
import { type Budget, budgetWait, takeFromBudget } from '../storage/budgets.ts'
import type { Queries } from '../storage/database.ts'

/** How many times a /64's own budget its /56 and its /48 have: a customer may have 65,536 of the one in one of the other. */
const shares = [1, 4, 16]

/**
 * Takes one out of the budget of the network that an address is in, and of the wider ones around it, or nothing
 * where one of them is spent: then it answers in how many milliseconds there is one again in all of them.
 */
export async function takeFromNetwork(
  db: Queries,
  kind: string,
  address: string,
  now: number,
  { size, refillMs }: Budget,
): Promise<number> {
  const networks = networkGroups(address).toReversed()
  // All at once: on the embedded database they are one snapshot, and then one commit.
  const ofEach = async (ask: typeof budgetWait): Promise<number> => {
    const waits = networks.map((network, index) => {
      const share = shares[index] ?? 1
      const budget = { size: size * share, refillMs: Math.ceil(refillMs / share) }
      return ask(db, `${kind}:${network}`, now, budget)
    })
    return Math.max(...(await Promise.all(waits)))
  }
  // What the narrowest has no more of is not charged to its neighbours.
  return (await ofEach(budgetWait)) || ofEach(takeFromBudget)
}
