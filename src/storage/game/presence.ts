import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAlive } from '../credentials/conditions.ts'
import { credentialColumns, type StoredCredentialRow } from '../credentials/credentials.ts'
import { type Queries, reads } from '../engine/database.ts'
import type { Flag } from '../engine/flags.ts'
import { executes, readsFirst, readsNumber } from '../engine/queries.ts'
import type { PresenceRow } from '../schema/rows/game.ts'

type Report = Omit<PresenceRow, 'account_id' | 'token'>

/** A friend's report. */
export type SeenPresenceRow = Report & { id: string }

/** A token, with the last report that came with it. That is null before the first one. */
export type ReporterRow = StoredCredentialRow & { digest: string; friends_list: Flag | null } & {
  [Column in keyof Report]: Report[Column] | null
}

const columns = `presence.pmid, presence.status, presence.since, presence.until, presence.join_value,
  presence.invites`

/** Finds a token and its last report. */
const reporterByDigest = readsFirst<ReporterRow, [digest: string, now: number]>(
  'reporter_by_digest',
  `select ${credentialColumns}, digest, account.friends_list, ${columns}
   from credential join account on account.id = credential.account_id
     left join presence on presence.token = credential.digest
   where digest = $1`,
)

/** The number of reports that are read at once. Reading those of 200 friends would take too much of the event loop. */
const batch = 64

// Neither accounts nor tokens are read: what ends them, or turns the list off, ends the report.
// Not of the bare column: PostgreSQL would read the index of it for each friend.
const isTrue = (now: string) =>
  `presence.until + 0 > ${now} and presence.status <> 'OFFLINE' and presence.token is not null`

// PostgreSQL would read all reports and sort them: it knows little of a table whose rows come and go.
const reportsOf = (friend: string, now: string, dialect: Queries['dialect']) =>
  dialect === 'sqlite'
    ? `join presence on presence.account_id = ${friend} and ${isTrue(now)}`
    : `cross join lateral
         (select * from presence where account_id = ${friend} and ${isTrue(now)} offset 0) as presence`

type Names = [id: string, now: string, after: string]

// The other column is hidden from PostgreSQL, which would go through the index that begins with it.
const halfOfFriends = (own: string, other: string, [id, now, after]: Names, dialect: Queries['dialect']) =>
  `select friendship.${other} as id, ${columns} from friendship
     ${reportsOf(`friendship.${other}`, now, dialect)}
   where friendship.${own} = ${id} and coalesce(friendship.${other}, '') >= ${after}
     and friendship.asked_by is null`

const ofFriends = (names: Names, dialect: Queries['dialect']) =>
  `${halfOfFriends('low', 'high', names, dialect)}
   union all ${halfOfFriends('high', 'low', names, dialect)} order by id limit ${batch}`

const batches = {
  sqlite: reads<SeenPresenceRow>('presence_of_friends', ofFriends(['$1', '$2', '$3'], 'sqlite')),
  postgres: reads<SeenPresenceRow>(
    'presence_of_friends_laterally',
    ofFriends(['$1', '$2', '$3'], 'postgres'),
  ),
}

const batchOfFriends = (db: Queries, id: string, now: number, after: string) =>
  db.run(batches[db.dialect], [id, now, after])

/**
 * Finds a token, its last report, and, if `id` is its player, the first reports of friends that are true now: in one turn, since
 * most games report again what is stored already.
 */
export async function reporterWithFriends(
  db: Queries,
  digest: string,
  now: number,
  id: string | undefined,
): Promise<(ReporterRow & { first: SeenPresenceRow[] | undefined }) | undefined> {
  const [reporter, first] = await Promise.all([
    reporterByDigest(db, digest, now),
    id === undefined ? undefined : batchOfFriends(db, id, now, ''),
  ])
  return reporter && { ...reporter, first: reporter.id === id ? first : undefined }
}

/**
 * Returns the reports of all friends that are true now, in the order of the friends' ids, after the first that were read. Some
 * may occur twice.
 */
export async function presenceOfFriends(
  db: Queries,
  id: string,
  now: number,
  first?: SeenPresenceRow[],
): Promise<SeenPresenceRow[]> {
  let last = first ?? (await batchOfFriends(db, id, now, ''))
  const all = [...last]
  // The friend with whom a batch ends may have more reports.
  for (; last.length === batch; all.push(...last))
    last = await batchOfFriends(db, id, now, last.at(-1)?.id ?? '')
  // A long answer has a turn of its own.
  if (all.length > batch) await nextTurn()
  return all
}

type NewReport = [
  token: string,
  accountId: string,
  pmid: string,
  status: string,
  now: number,
  until: number,
  joinValue: string | null,
  invites: string | null,
]

// A token keeps its pmid, and a status that was still true keeps its beginning. The token may have been ended, and the list
// turned off, while the body of the report was on its way.
const putText = (lock: string) => `insert into presence
     (token, account_id, pmid, status, since, until, join_value, invites)
   select $1, account.id, $3, $4, $5, $6, $7, $8
   from account join credential on credential.account_id = account.id
   where account.id = $2 and credential.digest = $1 and ${isAlive('$5')}
     and coalesce(account.friends_list, 1) = 1 ${lock}
   on conflict (token) do update set status = excluded.status, until = excluded.until,
     join_value = excluded.join_value, invites = excluded.invites,
     since = case when presence.status = excluded.status and presence.until > excluded.since
       then presence.since else excluded.since end`

// Without the locks, a report could come after an end that is being written, and stay. Uses of tokens are written all the time:
// the weaker lock does not wait for those.
const puts = {
  sqlite: executes<NewReport>('put_presence', putText('')),
  postgres: executes<NewReport>(
    'put_presence_locked',
    putText('for share of account for key share of credential'),
  ),
}

/** Stores a report, unless the token has been ended or the list turned off. */
export const putPresence = (db: Queries, ...report: NewReport): Promise<void> =>
  puts[db.dialect](db, ...report)

/** Makes room for another game of a player: forgets the first reports, all but so many. */
export const forgetFirstReports = executes<[accountId: string, kept: number]>(
  'forget_first_reports',
  `delete from presence where account_id = $1 and pmid in
     (select pmid from presence where account_id = $1
      order by until desc, pmid limit 1000 offset cast($2 as bigint))`,
)

/**
 * Counts the players whose games have reported something else than `OFFLINE`, and not long ago. Not of the bare column: SQLite
 * would read its whole index, with the reports of a day.
 */
export const countOnline = readsNumber<[now: number]>(
  'count_online',
  `select count(distinct account_id || '') as online from presence where until > $1 and status <> 'OFFLINE'`,
)

/** Counts the same players, but reads no more than so many reports. */
export const countOnlineUpTo = readsNumber<[now: number, limit: number]>(
  'count_online_up_to',
  `select count(distinct account_id) as online from
     (select account_id from presence where until > $1 and status <> 'OFFLINE' limit cast($2 as bigint)) as seen`,
)
