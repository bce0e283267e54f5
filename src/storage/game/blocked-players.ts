import type { Profile } from '../../model/accounts/account.ts'
import { executes, readsAll, readsAny, readsNumber } from '../engine/queries.ts'

/** Returns whom a player blocks, but for accounts that wait for their deletion. */
export const blockedPlayersOf = readsAll<Profile & { since: number }, [accountId: string]>(
  'blocked_players',
  `select account.id, account.username, blocked_player.since
   from blocked_player join account on account.id = other_id
   where account_id = $1 and account.deletes_at is null`,
)

/** Returns true if one of two players blocks the other. */
export const isBlocked = readsAny<[one: string, other: string]>(
  'is_blocked_player',
  `select 1 as blocked from blocked_player where account_id = $1 and other_id = $2
   union all select 1 from blocked_player where account_id = $2 and other_id = $1`,
)

export const insertBlock = executes<[accountId: string, otherId: string, now: number]>(
  'block_player',
  `insert into blocked_player (account_id, other_id, since) values ($1, $2, $3)
   on conflict (account_id, other_id) do nothing`,
)

export const deleteBlock = executes<[accountId: string, otherId: string]>(
  'unblock_player',
  'delete from blocked_player where account_id = $1 and other_id = $2',
)

export const countBlocked = readsNumber<[accountId: string]>(
  'count_blocked_players',
  'select count(*) as blocked from blocked_player where account_id = $1',
)
