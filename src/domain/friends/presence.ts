import { hyphenatedUuid } from '../../lib/crypto/uuid.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { inTime } from '../../lib/process/in-time.ts'
import { maxGames, type PresenceStatus, presenceMs } from '../../model/game/friends.ts'
import {
  countOnline,
  forgetFirstReports,
  presenceOfFriends,
  putPresence,
  type ReporterRow,
  reporterWithFriends,
  type SeenPresenceRow,
} from '../../storage/game/presence.ts'
import type { ChangeContext, OperationContext, ReadContext, TokenContext } from '../context.ts'
import { figuresMs } from '../figures/outboxes.ts'
import { type Bearer, bearerReadBy } from '../tokens/credentials.ts'
import { friendsPreferencesOf } from './preferences.ts'

/** A game's report. */
export interface Report {
  status: PresenceStatus
  /** Undefined if friends can't join. */
  joinInfo: { value: string | undefined; invites: readonly string[] } | undefined
}

/** The last report of a friend. Instants are epoch milliseconds. */
export interface SeenPresence {
  id: string
  pmid: string
  status: string
  since: number
  joinInfo: { value: string; invited: boolean } | undefined
}

/** A report of the same is written again only when it is this old, since games repeat it every five minutes. */
const freshMs = 4 * minuteMs

/** A player's token, and the last report that came with it. `first` has reports of friends that were read in the same turn. */
export type Reporter = ReporterRow & { first: SeenPresenceRow[] | undefined }

/** Returns the player whose game reports. Throws Refused `bearer_invalid`. */
export const reporterOf = (context: ReadContext & TokenContext, presented: Bearer): Promise<Reporter> =>
  bearerReadBy(context, presented, (db, { digest, claims }, now) =>
    reporterWithFriends(db, digest, now, claims?.sub),
  )

/**
 * Stores what a player's game reports, if it is new, and returns what friends play. Nothing is stored and nothing
 * returned while the player does not use the list.
 */
export async function reportPresence(
  context: ChangeContext & OperationContext,
  own: Reporter,
  report: Report,
): Promise<SeenPresence[]> {
  const { clock, db } = context
  const now = clock()
  context.presenceReports.add(report.status)
  if (!usesList(context, own)) return []
  const { id, digest } = own
  const pmid = own.pmid ?? hyphenatedUuid(context.random.uuid())
  const value = report.joinInfo ? (report.joinInfo.value ?? pmid) : null
  const invites = [...new Set(report.joinInfo?.invites)].join(' ') || null
  const isKnown =
    own.status === report.status &&
    (own.until ?? 0) > now + presenceMs - freshMs &&
    own.join_value === value &&
    own.invites === invites
  const until = Math.min(now + presenceMs, own.expires_at)
  if (own.pmid === null) await forgetFirstReports(db, id, maxGames - 1)
  // Neither needs the other: nobody sees their own report.
  const [friends] = await Promise.all([
    presenceOfFriends(db, id, now, own.first),
    isKnown ? undefined : putPresence(db, digest, id, pmid, report.status, now, until, value, invites),
  ])
  return newestOfEach(friends).map((row) => seenBy(id, row))
}

/** Returns how many players are online for their friends; undefined if the database does not say so in time. */
export const playersOnline = ({ clock, db }: ReadContext): Promise<number | undefined> =>
  inTime(countOnline(db, clock()), figuresMs)

/** Returns the statuses of those friends of a player who report one, by id. For pages, which report nothing. */
export async function friendsPresence(context: ReadContext, id: string): Promise<Map<string, string>> {
  const friends = await presenceOfFriends(context.db, id, context.clock())
  return new Map(newestOfEach(friends).map((row) => [row.id, row.status]))
}

const usesList = (context: ReadContext, { friends_list }: Pick<ReporterRow, 'friends_list'>): boolean =>
  friendsPreferencesOf(context, { friends_list, friend_requests: null }).friends

/**
 * A player may have several games. The one that reported last counts. The order stays: the tag of an answer must not depend on
 * which game that is.
 */
function newestOfEach(rows: readonly SeenPresenceRow[]): SeenPresenceRow[] {
  const newest = new Map<string, SeenPresenceRow>()
  for (const row of rows) {
    if (row.until > (newest.get(row.id)?.until ?? 0)) newest.set(row.id, row)
  }
  return [...newest.values()]
}

const seenBy = (
  reader: string,
  { id, pmid, status, since, join_value, invites }: SeenPresenceRow,
): SeenPresence => ({
  id,
  pmid,
  status,
  since,
  joinInfo:
    join_value === null ? undefined : { value: join_value, invited: invites?.includes(reader) ?? false },
})
