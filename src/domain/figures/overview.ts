import { hourMs } from '../../lib/measure/units.ts'
import { hourOf } from '../../state/counters/hour-counts.ts'
import { refusedSince, succeededSince } from '../../storage/records/hour-counts.ts'
import type { OperationContext, ReadContext } from '../context.ts'
import { databaseReadiness, type Readiness } from '../operation/health.ts'

const hoursShown = 24

/** Figures of the last day, summed over all processes and up to a second old. */
export interface LastDay {
  /** The last 24 hours, the oldest first. The last one has not ended yet. */
  hours: { at: number; signIns: number; joins: number }[]
  /** The refusals within these hours, the most frequent first. */
  refusals: { reason: string; count: number }[]
}

/** The figures that an operator sees first. */
export interface Overview extends LastDay {
  state: Readiness['state']
}

export async function overview(context: ReadContext & OperationContext): Promise<Overview> {
  const [{ state }, day] = await Promise.all([databaseReadiness(context), lastDay(context)])
  return { state, ...day }
}

/** Reads the figures of the last day. It does not test whether the database takes writes, which requires a write. */
export async function lastDay(context: ReadContext): Promise<LastDay> {
  const [hours, refusals] = await Promise.all([lastHours(context), lastRefusals(context)])
  return { hours, refusals }
}

const firstHour = ({ clock }: ReadContext): number => hourOf(clock()) - (hoursShown - 1) * hourMs

/** Reads what succeeded in each hour of the last day. */
export async function lastHours(context: ReadContext): Promise<LastDay['hours']> {
  const first = firstHour(context)
  const [signIns, joins] = await Promise.all([
    succeededSince(context.db, 'authenticate', first),
    succeededSince(context.db, 'hasJoined', first),
  ])
  return Array.from({ length: hoursShown }, (_, index) => {
    const at = first + index * hourMs
    return { at, signIns: signIns.get(at) ?? 0, joins: joins.get(at) ?? 0 }
  })
}

/** Reads the refusals of the last day. */
export const lastRefusals = (context: ReadContext): Promise<LastDay['refusals']> =>
  refusedSince(context.db, firstHour(context))
