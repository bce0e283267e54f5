import { hourMs } from '../../lib/measure/units.ts'
import type { JoinAnswer } from '../../model/community/neighbour.ts'
import { hourOf } from '../../state/counters/hour-counts.ts'
import { hourCountsSince } from '../../storage/records/hour-counts.ts'
import type { Context, ReadContext } from '../context.ts'

const hoursShown = 24
const prefix = 'neighbour '

/** Returns true if an hourly count is about questions to a neighbour, and not about a step into the game. */
export const isOfNeighbour = ({ step }: { step: string }): boolean => step.startsWith(prefix)

/** Counts the answer of a neighbour about a join, or that its player was let in. */
export const countVisit = (
  { hourCounts }: Pick<Context, 'hourCounts'>,
  neighbour: string,
  outcome: JoinAnswer['says'] | 'admitted',
): void => hourCounts.count(prefix + neighbour, outcome)

/** Figures of the questions about joins in the last 24 hours, summed over all processes and up to a second old. */
export interface NeighbourFigures {
  questions: number
  admitted: number
  /** The joins to which it said yes, but which were refused here. */
  refused: number
  unsure: number
}

/** Returns a function that gives the figures of a neighbour. */
export async function neighbourFigures({
  clock,
  db,
}: ReadContext): Promise<(neighbour: string) => NeighbourFigures> {
  const rows = await hourCountsSince(db, hourOf(clock()) - (hoursShown - 1) * hourMs)
  return (neighbour) => {
    const ofThis = rows.filter(({ step }) => step === prefix + neighbour)
    const sum = (outcome: string): number =>
      ofThis.reduce((all, row) => all + (row.outcome === outcome ? row.count : 0), 0)
    const [yes, admitted, unsure] = [sum('yes'), sum('admitted'), sum('unsure')]
    return { questions: yes + sum('no') + unsure, admitted, refused: Math.max(0, yes - admitted), unsure }
  }
}
