import type { Transaction } from '../engine/database.ts'
import {
  executes,
  readsAll,
  readsColumn,
  readsFirst,
  readsNumber,
  writesAny,
  writesFirst,
} from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import type { ProviderRow } from '../schema/rows/providers.ts'

/** Returns all providers in the order of their names. */
export const allProviders = readsAll<ProviderRow>('providers', 'select * from provider order by name')

export const providerByName = readsFirst<ProviderRow, [name: string]>(
  'provider_by_name',
  'select * from provider where name = $1',
)

export const providerNames = readsColumn<string>('provider_names', 'select name from provider')

export const countProviders = readsNumber('count_providers', 'select count(*) from provider')

/** Locks a provider, so that of two concurrent changes the second waits for the first. */
export const lockProvider = writesFirst<{ name: string }, [name: string], Transaction>(
  'lock_provider',
  'update provider set name = name where name = $1 returning name',
)

/**
 * Locks a provider until the transaction ends: against its removal or, with `for update`, for it. A transaction that also locks
 * groups or accounts does that afterwards, so that no two can deadlock. Returns undefined if it does not exist.
 */
export const holdProvider = (
  tx: Transaction,
  name: string,
  mode: 'for key share' | 'for update',
): Promise<{ created_at: number } | undefined> => held[tx.dialect === 'sqlite' ? 'unlocked' : mode](tx, name)

const holding = (name: string, mode: string) =>
  readsFirst<{ created_at: number }, [name: string]>(
    name,
    `select created_at from provider where name = $1 ${mode}`,
  )

const held = {
  unlocked: holding('has_provider', ''),
  'for key share': holding('hold_provider', 'for key share'),
  'for update': holding('hold_provider_for_removal', 'for update'),
}

/** Returns a provider, which nobody changes until the transaction ends. */
export const settledProvider = (tx: Transaction, name: string): Promise<ProviderRow | undefined> =>
  (tx.dialect === 'sqlite' ? providerByName : settled)(tx, name)

const settled = readsFirst<ProviderRow, [name: string]>(
  'settle_provider',
  'select * from provider where name = $1 for share',
)

/** Inserts a provider. Throws UniqueViolation. */
export const insertProvider = inserts('provider')

export const updateProvider = changes('provider')

/** Deletes a provider, with what is linked to it and the memberships that it made. */
export const deleteProviderRow = writesAny<[name: string], Transaction>(
  'delete_provider',
  'delete from provider where name = $1 returning name',
)

/** Stores that somebody has signed in through a provider, and that nothing is wrong with it. */
export const setProviderUsed = executes<[name: string, at: number]>(
  'set_provider_used',
  `update provider set last_sign_in_at = $2, last_problem = null, last_problem_at = null
   where name = $1`,
)

/** Stores the reason why a sign-in through a provider failed. */
export const setProviderProblem = executes<[name: string, problem: string, at: number]>(
  'set_provider_problem',
  'update provider set last_problem = $2, last_problem_at = $3 where name = $1',
)
