import type { Context } from './context.ts'
import { databaseReadiness, type Readiness } from './health.ts'

/** What an operator wants at a glance; of the last 24 hours, and as far as this process has seen it. */
export interface Overview {
  readiness: Readiness['state']
  /** From when on this process has counted. */
  since: number
  /** By the hour, the oldest first: 24 of each. */
  hours: readonly number[]
  signIns: readonly number[]
  joins: readonly number[]
  /** The most frequent first. */
  refusals: readonly { reason: string; count: number }[]
}

export async function overview(
  context: Pick<Context, 'clock' | 'databaseHealth' | 'dayCounts' | 'db'>,
): Promise<Overview> {
  const hours = context.dayCounts.hours()
  const succeeded = (step: string): number[] =>
    hours.map(({ counts }) => sum(counts.filter(([name, outcome]) => name === step && outcome === 'ok')))
  const refused = hours.flatMap(({ counts }) => counts).filter(([, outcome]) => outcome !== 'ok')
  const byReason = Map.groupBy(refused, ([, outcome]) => outcome)
  const refusals = [...byReason].map(([reason, counts]) => ({ reason, count: sum(counts) }))
  return {
    readiness: (await databaseReadiness(context)).state,
    since: context.dayCounts.since,
    hours: hours.map(({ at }) => at),
    signIns: succeeded('authenticate'),
    joins: succeeded('hasJoined'),
    refusals: refusals.toSorted((a, b) => b.count - a.count),
  }
}

const sum = (counts: readonly (readonly [string, string, number])[]): number =>
  counts.reduce((all, [, , count]) => all + count, 0)
