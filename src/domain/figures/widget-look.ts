import type { Config } from '../../config/load.ts'
import { LastLook } from '../../lib/queue/last-look.ts'
import { serversOpenTo } from '../../storage/community/servers.ts'
import type { Database } from '../../storage/engine/database.ts'
import { isSet } from '../../storage/engine/flags.ts'
import { type PlayingRow, playingAt } from '../../storage/game/players-now.ts'

/** Everything that strangers are told about the players of this moment: no more than NORN_WIDGET says. */
export interface Widget {
  at: number
  players: number
  /** True if more players play than were counted. */
  isMore: boolean
  /** The game servers that everybody may join and whose address is known, as on the start page. Undefined unless NORN_WIDGET has `servers`. */
  servers: { title: string; players: number }[] | undefined
  /** The first players, by name. Undefined unless NORN_WIDGET has `names`. */
  names: { id: string; username: string }[] | undefined
}

interface Deps {
  readonly clock: () => number
  readonly config: Pick<Config, 'widget'>
  readonly db: Database
}

/** The widget is read again after this time, however many people look at it. */
export const widgetMs = 10_000

const mostReports = 1024
const mostServers = 30
const mostNames = 24

async function lookAtPlayers({ clock, config, db }: Deps): Promise<Widget> {
  const at = clock()
  const has = (part: 'servers' | 'names') => config.widget.includes(part)
  const [{ rows, isMore }, servers] = await Promise.all([
    playingAt(db, at, mostReports),
    has('servers') ? serversOpenTo(db, null, mostServers) : [],
  ])
  const playing = playersOf(rows)
  const byServer = Map.groupBy(playing, ({ server }) => server)
  return {
    at,
    players: playing.length,
    isMore,
    servers: has('servers')
      ? servers.map(({ name, title }) => ({ title, players: byServer.get(name)?.length ?? 0 }))
      : undefined,
    names: has('names')
      ? playing
          .map(({ id, username }) => ({ id, username }))
          .toSorted((a, b) => (a.username < b.username ? -1 : 1))
          .slice(0, mostNames)
      : undefined,
  }
}

/** Returns who plays. If a player has several games, the one that reported last counts: it may say that nobody is to see the player. */
function playersOf(reports: readonly PlayingRow[]): PlayingRow[] {
  const players = new Map<string, PlayingRow>()
  for (const report of reports) {
    if (report.shown === null) continue
    if (isSet(report.shown)) players.set(report.id, report)
    else players.delete(report.id)
  }
  return [...players.values()]
}

export const widgetLook = (context: Deps, monotonic: () => number): LastLook<Widget> =>
  new LastLook(
    () => lookAtPlayers(context),
    () => widgetMs,
    monotonic,
  )
