import { dayMs } from '../../lib/measure/units.ts'
import { dayOf } from '../../state/counters/day-counts.ts'
import { joinsByServer, sumsByPart } from '../../storage/records/day-counts.ts'
import type { DayFigure } from '../../storage/schema/rows/records.ts'
import type { FigureContext } from '../context.ts'

/** The periods of which figures are shown: the length of a part in days, and how many there are. */
const periods = { month: { days: 1, parts: 30 }, year: { days: 7, parts: 52 } } as const

export type Period = keyof typeof periods

/** A figure over a period, of all processes. The last part is up to a second old, the others some minutes. Days are in UTC. */
export interface Series {
  /** The parts, days or weeks, the oldest first. The last one has not ended. */
  parts: { at: number; count: number }[]
  total: number
  /** The total of the period before, which is as long. */
  before: number
}

/** Returns the joins of a period: of all players or, if a game server is named, of those who joined below its root. */
export const joins = (context: FigureContext, period: Period, server = ''): Promise<Series> =>
  series(context, 'joins', period, server)

/** Returns the new accounts of a period, without characters. Those of an import count when they were imported. */
export const newAccounts = (context: FigureContext, period: Period): Promise<Series> =>
  series(context, 'accounts', period, '')

async function series(
  { clock, db, pastSums }: FigureContext,
  figure: DayFigure,
  period: Period,
  server: string,
): Promise<Series> {
  const { days, parts } = periods[period]
  const width = days * dayMs
  const length = parts * width
  const from = dayOf(clock()) + dayMs - length
  const last = from + length - width
  const [past, current] = await Promise.all([
    pastSums.of(`${figure} ${server} ${period} ${from}`, () =>
      sumsByPart(db, figure, server, { from, width, before: from - length }),
    ),
    sumsByPart(db, figure, server, { from: last, width, before: last }),
  ])
  const counts = Array.from(
    { length: parts },
    (_, part) => (part === parts - 1 ? current.get(0) : past.get(part)) ?? 0,
  )
  return {
    parts: counts.map((count, part) => ({ at: from + part * width, count })),
    total: counts.reduce((all, count) => all + count, 0),
    before: past.get(-1) ?? 0,
  }
}

/** Returns the game servers that have asked last, at most 30, with the joins of 30 days. The most joined is first. */
export const busiestServers = ({ clock, db }: FigureContext) =>
  joinsByServer(db, dayOf(clock()) - (periods.month.parts - 1) * dayMs)
