import { clientNetwork } from '../../lib/net/address.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
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
 * Refills the budgets of wrong passwords and codes of a player's account, at every login of it. With an address, also
 * those of that address at all accounts. Returns the budgets that were not full.
 */
export async function unlockAccount(
  context: ChangeContext & SecretContext,
  by: Actor,
  { id: player, ownerId: id = player }: Account,
  address?: string,
): Promise<ClearedBudget[]> {
  const now = context.clock()
  const budgets: Record<BudgetKind, Budget> = { ...passwordBudgets(context), codes: codeBudget(context) }
  const network = address === undefined ? undefined : clientNetwork(address)
  return change(context, by, async (tx) => {
    const owner = await accountByKey(tx, { column: 'id', value: id })
    const names = [owner, ...(await charactersOf(tx, id))].map((row) => row?.username ?? [])
    const logins = [...names, owner?.email ?? []].flat().map((login) => digestOfLogin(context, login))
    const stored = await budgetsOfAccount(tx, { account: id, logins, network })
    const taken = stored.filter(({ full_at }) => full_at > now)
    if (taken.length === 0) return { events: [], result: [] }
    const keys = taken.map(({ key }) => key)
    await deleteBudgets(tx, keys)
    const result = taken.map(({ kind, network: from, full_at }) => {
      const wait = waitAt(full_at, now, { key: '', budget: budgets[kind] })
      return { kind, network: from, blockedUntil: wait > 0 ? now + wait : undefined }
    })
    const details = { budgets: keys.length }
    return { events: [{ event: 'account.unlocked', account: id, details }], result }
  })
}
