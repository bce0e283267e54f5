import { hourMs } from '../../lib/measure/units.ts'
import type { JoinAnswer } from '../../model/community/neighbour.ts'
import { type RefusedVisit, refusedVisitsKept } from '../../model/community/visitor.ts'
import { type HourCounts, hourOf } from '../../state/counters/hour-counts.ts'
import { hourCountsSince, neighbourOutcomeSince } from '../../storage/records/hour-counts.ts'
import { lastAnswers, latestRefusedVisits } from '../../storage/records/neighbour-news.ts'
import { refusedNamePlace } from '../../storage/schema/encryption.ts'
import type { NeighbourAnswerRow } from '../../storage/schema/rows/neighbours.ts'
import type { HourCountRow } from '../../storage/schema/rows/records.ts'
import type { ReadContext, SecretContext } from '../context.ts'

const hoursShown = 24
const prefix = 'neighbour '

/** The outcome of a new player whom a neighbour may no longer bring today. */
const full = 'full'

/** Returns the neighbours that brought more new players in the last 24 hours than they may, with the number of these. */
export async function fullNeighbours({ clock, db }: ReadContext): Promise<Map<string, number>> {
  const rows = await neighbourOutcomeSince(db, full, hourOf(clock()) - (hoursShown - 1) * hourMs)
  return new Map(rows.map(({ step, count }) => [step.slice(prefix.length), count]))
}

/** Counts the answer of a neighbour about a join, or what became of its player. */
export const countVisit = (
  hourCounts: HourCounts,
  neighbour: string,
  outcome: JoinAnswer['says'] | 'admitted' | typeof full,
): void => hourCounts.count(prefix + neighbour, outcome)

/** Figures of the questions about joins in the last 24 hours. */
export interface NeighbourFigures {
  questions: number
  admitted: number
  /** The joins to which it said yes, but which were refused here. */
  refused: number
  unsure: number
}

/** The last answer of a neighbour and the figures of its answers. */
export interface NeighbourHealth {
  /** Undefined if it was never asked. */
  last: Pick<NeighbourAnswerRow, 'at' | 'problem'> | undefined
  lastDay: NeighbourFigures
}

/** Returns a function that gives the health of a neighbour, as seen by all processes and up to a second old. */
export async function neighbourHealth({
  clock,
  db,
}: ReadContext): Promise<(neighbour: string) => NeighbourHealth> {
  const [counts, answers] = await Promise.all([
    hourCountsSince(db, hourOf(clock()) - (hoursShown - 1) * hourMs),
    lastAnswers(db),
  ])
  const figuresOf = figuresIn(counts)
  return (neighbour) => ({
    last: answers.find(({ neighbour_id }) => neighbour_id === neighbour),
    lastDay: figuresOf(neighbour),
  })
}

function figuresIn(rows: readonly HourCountRow[]): (neighbour: string) => NeighbourFigures {
  return (neighbour) => {
    const ofThis = rows.filter(({ step }) => step === prefix + neighbour)
    const sum = (outcome: string): number =>
      ofThis.reduce((all, row) => all + (row.outcome === outcome ? row.count : 0), 0)
    const [yes, admitted, unsure] = [sum('yes'), sum('admitted'), sum('unsure')]
    return { questions: yes + sum('no') + unsure, admitted, refused: Math.max(0, yes - admitted), unsure }
  }
}

/** Returns the latest refusals of neighbours' players, the newest first, as seen by all processes and up to a second old. */
export async function latestRefusals({ db, secrets }: ReadContext & SecretContext): Promise<RefusedVisit[]> {
  const rows = await latestRefusedVisits(db, refusedVisitsKept)
  return Promise.all(
    rows.map(async ({ digest, at, server, name, reason }) => ({
      at,
      server,
      name: await secrets.open(db, refusedNamePlace(digest), name),
      reason,
    })),
  )
}
