import { clientNetwork } from '../../lib/net/address.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { type BudgetKind, budgetsOfAccount, deleteBudgets } from '../../storage/limits/account-budgets.ts'
import { type Budget, waitAt } from '../../storage/limits/budgets.ts'
import { change } from '../change.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import { codeBudget } from './codes.ts'
import { digestOfLogin } from './sign-in.ts'
import { passwordBudgets } from './throttle.ts'

/** A budget of wrong guesses that was not full. */
export interface ClearedBudget {
  kind: BudgetKind
  /** The network that the guesses came from. Undefined for a budget that all networks share. */
  network: string | undefined
  /** The time at which the next guess would have been possible. Undefined if the budget was not spent. */
  blockedUntil: number | undefined
}

/**
 * Refills the account's budgets of wrong passwords and codes. With an address, also those of that address at all
 * accounts. Returns the budgets that were not full.
 */
export async function unlockAccount(
  context: ChangeContext & SecretContext,
  by: Actor,
  account: Account,
  address?: string,
): Promise<ClearedBudget[]> {
  const now = context.clock()
  const budgets: Record<BudgetKind, Budget> = { ...passwordBudgets(context), codes: codeBudget(context) }
  const logins = [account.username, account.email ?? []].flat().map((login) => digestOfLogin(context, login))
  const network = address === undefined ? undefined : clientNetwork(address)
  return change(context, by, async (tx) => {
    const stored = await budgetsOfAccount(tx, { account: account.id, logins, network })
    const taken = stored.filter(({ full_at }) => full_at > now)
    if (taken.length === 0) return { events: [], result: [] }
    const keys = taken.map(({ key }) => key)
    await deleteBudgets(tx, keys)
    const result = taken.map(({ kind, network: from, full_at }) => {
      const wait = waitAt(full_at, now, { key: '', budget: budgets[kind] })
      return { kind, network: from, blockedUntil: wait > 0 ? now + wait : undefined }
    })
    const details = { budgets: keys.length }
    return { events: [{ event: 'account.unlocked', account: account.id, details }], result }
  })
}
