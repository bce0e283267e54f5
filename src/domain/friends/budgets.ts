import { minuteMs } from '../../lib/measure/units.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Rate } from '../../state/limits/rates.ts'
import { type Budget, type Taking, takeAll } from '../../storage/limits/budgets.ts'
import type { OperationContext, ReadContext } from '../context.ts'
import { takingsOfNetwork } from '../registration/network-budget.ts'

/** The limit on changes of one player's list, whatever they do. */
export const changeBudget: Budget = { size: 120, refillMs: 5000 }

/** The limit on new requests of one player, and of one network. */
export const requestBudget: Budget = { size: 30, refillMs: 2 * minuteMs }
export const networkRequestBudget: Budget = { size: 120, refillMs: 30_000 }

/** The limit on changes of one player's preferences. */
export const preferencesBudget: Budget = { size: 30, refillMs: 20_000 }

/** Takes one change of the list from a player's budget. Throws Refused `too_many_friend_changes`. */
export const takeChange = (context: ReadContext, id: string): Promise<void> =>
  takeFriends(context, id, [{ key: `friends:${id}`, budget: changeBudget }])

/** Takes one change of the preferences from a player's budget. Throws Refused `too_many_friend_changes`. */
export const takePreferences = (context: ReadContext, id: string): Promise<void> =>
  takeFriends(context, id, [{ key: `friends-preferences:${id}`, budget: preferencesBudget }])

/** Takes a new request from the budgets of a player and of the network. Throws Refused `too_many_friend_changes`. */
export const takeRequest = (context: ReadContext, id: string, address: string): Promise<void> =>
  takeFriends(context, id, [
    { key: `friend-requests:${id}`, budget: requestBudget },
    ...takingsOfNetwork('friend-requests', address, networkRequestBudget),
  ])

/** The limit on reports of one player. A game reports once a minute at most. */
export const presenceRate: Rate = { size: 60, refillMs: 2000 }

export const maxReporters = 20_000

/** Takes one report from a player's budget in this process. Throws Refused `too_many_friend_changes`. */
export function takeReport({ presenceRates }: OperationContext, id: string): void {
  if (presenceRates.take(id)) return
  const retryAfter = Math.ceil(presenceRate.refillMs / 1000)
  throw new Refused('too_many_friend_changes', { retryAfter, about: { id } })
}

async function takeFriends({ clock, db }: ReadContext, id: string, takings: Taking[]): Promise<void> {
  const waitMs = await takeAll(db, clock(), takings)
  if (waitMs === 0) return
  throw new Refused('too_many_friend_changes', { retryAfter: Math.ceil(waitMs / 1000), about: { id } })
}
