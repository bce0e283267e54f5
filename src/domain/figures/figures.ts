import { findServer } from '../community/servers.ts'
import type { FigureContext } from '../context.ts'
import { busiestServers, joins, newAccounts, type Period } from './periods.ts'
import { playersNow } from './players-now.ts'
import { joinsOfWeek } from './week.ts'

/** The figures of a period, as the page of figures draws them. */
export interface Figures {
  period: Period
  /** The game server of the joins, null for all of them. */
  server: string | null
  playing: Awaited<ReturnType<typeof playersNow>>
  /** The sum of the period, and that of the one before. */
  joins: { total: number; before: number }
  accounts: { total: number; before: number }
  /** Days or weeks, the oldest first. The last one has not ended. */
  parts: { at: number; joins: number; accounts: number }[]
  /** The joins of four weeks, of all game servers, for each hour of the week in UTC, from Monday. */
  hoursOfWeek: number[]
  servers: Awaited<ReturnType<typeof busiestServers>>
}

/** Reads the figures of a period, of all joins or of those at a game server. Throws Refused `unknown`. */
export async function figures(context: FigureContext, period: Period, server?: string): Promise<Figures> {
  if (server !== undefined) await findServer(context, server)
  const [playing, joined, accounts, hoursOfWeek, servers] = await Promise.all([
    playersNow(context),
    joins(context, period, server),
    newAccounts(context, period),
    joinsOfWeek(context),
    busiestServers(context),
  ])
  return {
    period,
    server: server ?? null,
    playing,
    joins: { total: joined.total, before: joined.before },
    accounts: { total: accounts.total, before: accounts.before },
    parts: joined.parts.map(({ at, count }, part) => ({
      at,
      joins: count,
      accounts: accounts.parts[part]?.count ?? 0,
    })),
    hoursOfWeek,
    servers,
  }
}
