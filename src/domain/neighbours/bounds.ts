import { dayMs, hourMs } from '../../lib/measure/units.ts'
import type { VisitRefusal } from '../../model/errors/visit-refusal.ts'
import { endOldestVisitorHolds, hasVisitorHold } from '../../storage/community/visitors.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { type Budget, type Taking, takeFromBudget, waitForAll } from '../../storage/limits/budgets.ts'
import type { VisitorRow } from '../../storage/schema/rows/neighbours.ts'
import type { ReadContext } from '../context.ts'

/** A neighbour may let its players rename themselves at will, and each name of theirs is withheld from others. */
export const renames: Budget = { size: 10, refillMs: hourMs }

/** The names that are held for one visitor, as for one account. */
export const maxNamesHeld = 50

/** New players a day who join under one listed name or belong to one account: they have no part in the neighbour's bound. */
export const maxAwaited = 5

/** The entries of the audit log, and so webhooks, that one neighbour can cause in a day. New players have a bound already. */
export const recorded = { renamed: 100, keys: 24 }

/** The budget of something that a join would make us store, and the reason for a refusal once it is spent. */
interface Charge {
  reason: VisitRefusal
  taking: Taking
}

interface Arriving {
  neighbour: string
  uuid: string
  /** The folded name. */
  key: string
  known: Pick<VisitorRow, 'name_key'> | undefined
  /** True if an operator has listed the name, or an account is linked to the player. */
  isAwaited: boolean
}

/** Returns the charge for a player, or undefined for one who is known and has the same name as before. */
function chargeOf(
  { config }: ReadContext,
  { isAwaited, key, known, neighbour, uuid }: Arriving,
): Charge | undefined {
  if (known) {
    if (known.name_key === key) return undefined
    return { reason: 'visitor_renamed_lately', taking: { key: `visitor-rename:${uuid}`, budget: renames } }
  }
  const taking = isAwaited
    ? { key: `new-visitor:${neighbour}:${key}`, budget: dailyBudget(maxAwaited) }
    : { key: `new-visitors:${neighbour}`, budget: dailyBudget(config.newVisitors) }
  return { reason: 'visitors_too_many', taking }
}

const dailyBudget = (size: number): Budget => ({ size, refillMs: Math.ceil(dayMs / size) })

/** Returns the reason for which a player would be refused, and charges nothing. */
export async function boundAt(
  context: ReadContext & { db: Queries },
  arriving: Arriving,
): Promise<VisitRefusal | undefined> {
  const charge = chargeOf(context, arriving)
  if (!charge) return undefined
  const waitMs = await waitForAll(context.db, context.clock(), [charge.taking])
  return waitMs > 0 ? charge.reason : undefined
}

/** Charges a player who is let in. Returns the reason of a refusal, and then has charged nothing. */
export async function chargeVisit(
  context: ReadContext,
  tx: Transaction,
  arriving: Arriving,
): Promise<VisitRefusal | undefined> {
  const charge = chargeOf(context, arriving)
  if (!charge) return undefined
  const { key, budget } = charge.taking
  return (await takeFromBudget(tx, key, context.clock(), budget)) > 0 ? charge.reason : undefined
}

/**
 * Returns true if the former name of a visitor is held. A visitor's only one always is; all others of a neighbour together
 * are bounded as its new players are, because each may rename its players at will.
 */
export async function isNameHeld(
  { clock, config }: ReadContext,
  tx: Transaction,
  { uuid, neighbour_id }: Pick<VisitorRow, 'uuid' | 'neighbour_id'>,
): Promise<boolean> {
  if (config.nameHold === 0) return false
  if (!(await hasVisitorHold(tx, uuid))) return true
  const budget = dailyBudget(config.newVisitors)
  return (await takeFromBudget(tx, `held-names:${neighbour_id}`, clock(), budget)) === 0
}

/** Ends the oldest holds of a visitor who has more names than one may withhold. */
export const boundHeldNames = (tx: Transaction, uuid: string): Promise<void> =>
  endOldestVisitorHolds(tx, uuid, maxNamesHeld)

/** Returns true if the audit log has room for another entry of this kind about the neighbour today. */
export const isRecorded = async (
  { clock }: ReadContext,
  tx: Transaction,
  neighbour: string,
  kind: keyof typeof recorded,
): Promise<boolean> =>
  (await takeFromBudget(tx, `recorded-${kind}:${neighbour}`, clock(), dailyBudget(recorded[kind]))) === 0
