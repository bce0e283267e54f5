// One run: several services with different numbers of accounts, measured in turn.
import {
  amongLogins,
  cpuRatio,
  type Effort,
  joins,
  type LoginRound,
  Measurement,
  type Prepared,
  type Reports,
  type Round,
  reportsOf,
  rowsNamed,
} from './measure.ts'
import type { Result } from './report.ts'
import { presence } from './rows.ts'
import { type Service, type Setting, serve } from './service.ts'

/** A database filled with accounts. */
export interface Filled extends Setting, Prepared {
  /** Accounts with the same names, for the service of another checkout. */
  other?: Filled | undefined
}

export interface Order extends Effort {
  /** Selects rows by parts of their names; empty for all. */
  rows: readonly string[]
  /** Node.js options for the service. */
  node: readonly string[]
  note(line: string): void
}

interface Side {
  filled: Filled
  service: Service
  measurement: Measurement
  result: Result
}

/** Measures the service on each database, and returns the results in the same order. */
export async function measureInTurn(databases: readonly Filled[], order: Order): Promise<Result[]> {
  const sides: Side[] = []
  const reports = order.rows.length === 0 || order.rows.includes('presence')
  const wanted = [...rowsNamed(order.rows), ...(reports ? [presence] : [])]
  try {
    for (const filled of databases) {
      const side = await begin(filled, order)
      sides.push(side)
      await side.measurement.prepare(filled, wanted)
    }
    for (const row of rowsNamed(order.rows)) {
      order.note(row.name)
      for (const { measurement } of sides) await measurement.warmUp(row)
      const rounds = await inTurn<Round>(sides, order.rounds, (measurement) => measurement.round(row))
      for (const [index, { filled, measurement, result }] of sides.entries()) {
        const own = rounds[index] ?? []
        const others = rounds[sides.findIndex((side) => side.filled === filled.other)]
        const ofOther = others ? cpuRatio(own, others) : null
        result.rows.push({ ...(await measurement.measured(row, own)), ofOther })
      }
    }
    if (order.rows.length === 0 || order.rows.includes('logins')) {
      order.note('hasJoined among logins')
      for (const { measurement } of sides) await measurement.warmUp(joins)
      const rounds = await inTurn<LoginRound>(sides, order.rounds, (measurement) => measurement.loginRound())
      for (const [index, { result }] of sides.entries()) result.amongLogins = amongLogins(rounds[index] ?? [])
    }
    if (reports) {
      order.note(presence.name)
      for (const { measurement } of sides) await measurement.firstReports()
      const rounds = await inTurn<Reports>(sides, order.rounds, (measurement) => measurement.reports())
      for (const [index, { result }] of sides.entries()) result.reports = reportsOf(rounds[index] ?? [])
    }
  } finally {
    for (const { measurement, service } of sides) {
      measurement.end()
      await service.stop()
    }
  }
  return sides.map(({ result }) => result)
}

async function begin(filled: Filled, order: Order): Promise<Side> {
  const service = await serve(filled, order.node)
  const measurement = new Measurement(service, order)
  const { readyAfter, readyCpu, readyMemory } = service
  const { accounts, databaseUrl } = filled
  const database = databaseUrl.split(':')[0]
  const result = {
    accounts,
    database,
    readyAfter,
    readyCpu,
    readyMemory,
    rows: [],
    amongLogins: undefined,
    reports: undefined,
  }
  return { filled, service, measurement, result }
}

/** Runs the rounds of each side, every other round in the opposite order. */
async function inTurn<One>(
  sides: readonly Side[],
  count: number,
  round: (measurement: Measurement) => Promise<One>,
): Promise<One[][]> {
  const rounds: One[][] = sides.map(() => [])
  for (let done = 0; done < count; done++) {
    const turn = done % 2 === 0 ? sides : sides.toReversed()
    for (const side of turn) rounds[sides.indexOf(side)]?.push(await round(side.measurement))
  }
  return rounds
}
