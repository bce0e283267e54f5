import type { Profile } from '../../model/accounts/account.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll } from '../engine/queries.ts'

/** Returns whom a player has declined, and until when that counts, but for accounts that wait for their deletion. */
export const declinedPlayersOf = readsAll<Profile & { until: number }, [accountId: string, now: number]>(
  'declined_players',
  `select account.id, account.username, declined_player.until
   from declined_player join account on account.id = other_id
   where account_id = $1 and declined_player.until > $2 and account.deletes_at is null`,
)

/** Remembers that a player declined another one's request. */
export const putDecline = executes<[accountId: string, otherId: string, until: number], Transaction>(
  'put_decline',
  `insert into declined_player (account_id, other_id, until) values ($1, $2, $3)
   on conflict (account_id, other_id) do update set until = excluded.until`,
)

/** Forgets the first declines of a player, all but so many. */
export const deleteOldDeclines = executes<[accountId: string, kept: number], Transaction>(
  'delete_old_declines',
  `delete from declined_player where account_id = $1 and other_id in
     (select other_id from declined_player where account_id = $1
      order by until desc, other_id limit 1000 offset cast($2 as bigint))`,
)

export const deleteDecline = executes<[accountId: string, otherId: string], Transaction>(
  'delete_decline',
  'delete from declined_player where account_id = $1 and other_id = $2',
)
