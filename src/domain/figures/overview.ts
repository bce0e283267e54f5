import { hourMs } from '../../lib/measure/units.ts'
import { hourOf } from '../../state/counters/hour-counts.ts'
import { hourCountsSince } from '../../storage/records/hour-counts.ts'
import type { HourCountRow } from '../../storage/schema/rows/records.ts'
import type { OperationContext, ReadContext } from '../context.ts'
import { databaseReadiness, type Readiness } from '../operation/health.ts'
import { isOfNeighbour } from './neighbour-figures.ts'

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
export async function lastDay({ clock, db }: ReadContext): Promise<LastDay> {
  const first = hourOf(clock()) - (hoursShown - 1) * hourMs
  const rows = (await hourCountsSince(db, first)).filter((row) => !isOfNeighbour(row))
  const succeeded = (step: string, at: number): number =>
    sum(rows.filter((row) => row.at === at && row.step === step && row.outcome === 'ok'))
  const refused = Map.groupBy(
    rows.filter(({ outcome }) => outcome !== 'ok'),
    ({ outcome }) => outcome,
  )
  return {
    hours: Array.from({ length: hoursShown }, (_, index) => {
      const at = first + index * hourMs
      return { at, signIns: succeeded('authenticate', at), joins: succeeded('hasJoined', at) }
    }),
    refusals: [...refused]
      .map(([reason, counts]) => ({ reason, count: sum(counts) }))
      .toSorted((a, b) => b.count - a.count),
  }
}

const sum = (counts: readonly HourCountRow[]): number => counts.reduce((all, { count }) => all + count, 0)
