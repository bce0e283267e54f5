import { isAlive } from '../credentials/conditions.ts'
import type { Flag } from '../engine/flags.ts'
import { executes, readsAll } from '../engine/queries.ts'
import type { PresenceRow } from '../schema/rows/game.ts'

type Report = Omit<PresenceRow, 'account_id'>

/** The player who asks, whose report is null before the first one with this token, or a report of a friend. */
export type SeenPresenceRow = { id: string; friends_list: Flag | null } & {
  [Column in keyof Report]: Report[Column] | null
}

const columns = `account.id, account.friends_list, presence.token, presence.pmid, presence.status, presence.since,
  presence.until, presence.join_value, presence.invites`

const friends = (own: string, other: string) =>
  `select ${columns} from friendship
     join account on account.id = friendship.${other}
     join presence on presence.account_id = account.id
     join credential on credential.digest = presence.token
   where friendship.${own} = $1 and friendship.asked_by is null and account.deletes_at is null
     and presence.until > $3 and presence.status <> 'OFFLINE' and ${isAlive('$3')}`

/** Returns the report of a token of this player, and those of all friends that are true now. */
export const presenceFor = readsAll<SeenPresenceRow, [id: string, token: string, now: number]>(
  'presence_for',
  `select ${columns} from account left join presence on presence.token = $2 where account.id = $1
   union all ${friends('low', 'high')} union all ${friends('high', 'low')}`,
)

/** Stores a report. A token keeps its `pmid`, and a status that was still true keeps its beginning. */
export const putPresence = executes<
  [
    token: string,
    accountId: string,
    pmid: string,
    status: string,
    now: number,
    until: number,
    joinValue: string | null,
    invites: string | null,
  ]
>(
  'put_presence',
  `insert into presence (token, account_id, pmid, status, since, until, join_value, invites)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (token) do update set status = excluded.status, until = excluded.until,
     join_value = excluded.join_value, invites = excluded.invites,
     since = case when presence.status = excluded.status and presence.until > excluded.since
       then presence.since else excluded.since end`,
)

/** Forgets what all games of a player have reported. */
export const forgetPresence = executes<[accountId: string]>(
  'forget_presence',
  'delete from presence where account_id = $1',
)
