import { hourMs } from '../../lib/measure/units.ts'
import { hourOf } from '../../state/counters/hour-counts.ts'
import { hourCountsSince } from '../../storage/records/hour-counts.ts'
import type { HourCountRow } from '../../storage/schema/schema.ts'
import type { Context, Reading } from '../context.ts'
import { databaseReadiness, type Readiness } from './health.ts'

const hoursShown = 24

/** Of all processes together, up to a second ago. */
export interface LastDay {
  /** The last 24, the oldest first; the last one goes on. */
  hours: { at: number; signIns: number; joins: number }[]
  /** Of these hours, the most frequent first. */
  refusals: { reason: string; count: number }[]
}

/** What an operator wants at a glance. */
export interface Overview extends LastDay {
  state: Readiness['state']
}

export async function overview(context: Reading & Pick<Context, 'databaseHealth'>): Promise<Overview> {
  const [{ state }, day] = await Promise.all([databaseReadiness(context), lastDay(context)])
  return { state, ...day }
}

/** Reads only; how the database is can't be told without a write. */
export async function lastDay({ clock, db }: Reading): Promise<LastDay> {
  const first = hourOf(clock()) - (hoursShown - 1) * hourMs
  const rows = await hourCountsSince(db, first)
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
