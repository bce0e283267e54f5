import type { Flag } from '../engine/flags.ts'
import { executes, readsFirst } from '../engine/queries.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'

type Preferences = Pick<AccountRow, 'friends_list' | 'friend_requests'>

export const friendsPreferences = readsFirst<Preferences, [accountId: string]>(
  'friends_preferences',
  'select friends_list, friend_requests from account where id = $1',
)

/** Changes what a player wants. Null leaves a preference as it is. */
export const setFriendsPreferences = executes<
  [accountId: string, friendsList: Flag | null, friendRequests: Flag | null]
>(
  'set_friends_preferences',
  `update account set friends_list = coalesce(cast($2 as integer), friends_list),
     friend_requests = coalesce(cast($3 as integer), friend_requests)
   where id = $1`,
)
