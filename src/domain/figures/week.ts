import { hourMs } from '../../lib/measure/units.ts'
import { hourOf } from '../../state/counters/hour-counts.ts'
import { joinsByHourOfWeek } from '../../storage/records/hour-counts.ts'
import type { FigureContext } from '../context.ts'

const weeks = 4
const hoursOfWeek = 7 * 24
/** The epoch began on a Thursday, and weeks are shown from Monday. */
const mondayOfEpoch = 4 * 24

/** Returns the joins of the last four weeks for each hour of the week in UTC. The first is that of Monday, 00:00. */
export async function joinsOfWeek({ clock, db, pastSums }: FigureContext): Promise<number[]> {
  const now = hourOf(clock())
  const from = now - (weeks * hoursOfWeek - 1) * hourMs
  const [past, current] = await Promise.all([
    pastSums.of(`week ${now}`, () => joinsByHourOfWeek(db, from, now)),
    joinsByHourOfWeek(db, now, now + hourMs),
  ])
  return Array.from({ length: hoursOfWeek }, (_, hour) => {
    const ofEpoch = (hour + mondayOfEpoch) % hoursOfWeek
    return (past.get(ofEpoch) ?? 0) + (current.get(ofEpoch) ?? 0)
  })
}
