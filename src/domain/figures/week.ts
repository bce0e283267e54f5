import { hourMs } from '../../lib/measure/units.ts'
import { hourOf } from '../../state/counters/hour-counts.ts'
import { joinsByHourOfWeek } from '../../storage/records/hour-counts.ts'
import type { ReadContext } from '../context.ts'

const weeks = 4
const hoursOfWeek = 7 * 24
/** The epoch began on a Thursday, and weeks are shown from Monday. */
const mondayOfEpoch = 4 * 24

/** Returns the joins of the last four weeks for each hour of the week in UTC. The first is that of Monday, 00:00. */
export async function joinsOfWeek({ clock, db }: ReadContext): Promise<number[]> {
  const from = hourOf(clock()) - (weeks * hoursOfWeek - 1) * hourMs
  const sums = await joinsByHourOfWeek(db, from)
  return Array.from({ length: hoursOfWeek }, (_, hour) => sums.get((hour + mondayOfEpoch) % hoursOfWeek) ?? 0)
}
