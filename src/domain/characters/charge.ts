import { dayMs, hourMs } from '../../lib/measure/units.ts'
import type { Profile } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { namesHeldFor } from '../../storage/accounts/name-claims.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { type Taking, takeFromBudget } from '../../storage/limits/budgets.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { isSuspendedAt } from '../accounts/account-row.ts'
import type { ReadContext } from '../context.ts'
import { maxNamesHeld } from '../names/rename.ts'

/** Players choose another primary player as often as this. */
export const primaryBudget = { size: 1, refillMs: 7 * dayMs }

/** Without a cooldown, this limits how often a player makes and deletes characters. */
export const characterBudget = { size: 20, refillMs: hourMs }

/** Returns true if the account itself acts, not as an administrator: there are limits that do not bind operators. */
export const isOwner = ({ kind, id, role }: Pick<Actor, 'kind' | 'id' | 'role'>, ownerId: string): boolean =>
  kind === 'account' && id === ownerId && role === undefined

/**
 * Applies what binds the owner of an account who makes a character. `isTakenBack` is true for a name that is held for the
 * account. The budget outlives the characters, so deleting one shortens nothing. Throws Refused `character_suspended`,
 * `character_cooldown`.
 */
export async function chargeCreation(
  context: ReadContext,
  tx: Transaction,
  [owner, ...characters]: [AccountRow, ...AccountRow[]],
  isTakenBack: boolean,
): Promise<void> {
  const now = context.clock()
  // A second character must not get around a suspension.
  if ([owner, ...characters].some((row) => isSuspendedAt(row, now)))
    throw new Refused('character_suspended', { about: profileOf(owner) })
  const held = await namesHeldFor(tx, owner.id, now)
  const [first] = held
  if (!isTakenBack && first && held.length >= maxNamesHeld) throw coolingDown(owner, first.until - now)
  await take(tx, owner, now, creationOf(context, owner))
}

/** Returns what the next character of an account is charged to. */
export function creationOf({ config }: Pick<ReadContext, 'config'>, { id }: Pick<Profile, 'id'>): Taking {
  const { characterCooldown } = config
  const budget = characterCooldown > 0 ? { size: 1, refillMs: characterCooldown } : characterBudget
  return { key: `character:${id}`, budget }
}

/** Applies the waiting time between two choices of the primary player. Throws Refused `character_cooldown`. */
export const chargeChoice = (tx: Transaction, owner: Profile, now: number): Promise<void> =>
  take(tx, owner, now, primaryChoiceOf(owner))

/** Returns what the next choice of a primary player is charged to. */
export const primaryChoiceOf = ({ id }: Pick<Profile, 'id'>): Taking => ({
  key: `primary:${id}`,
  budget: primaryBudget,
})

async function take(tx: Transaction, owner: Profile, now: number, { key, budget }: Taking): Promise<void> {
  const wait = await takeFromBudget(tx, key, now, budget)
  if (wait > 0) throw coolingDown(owner, wait)
}

const coolingDown = (owner: Profile, wait: number): Refused =>
  new Refused('character_cooldown', { about: profileOf(owner), retryAfter: Math.ceil(wait / 1000) })

const profileOf = ({ id, username }: Profile): Profile => ({ id, username })
