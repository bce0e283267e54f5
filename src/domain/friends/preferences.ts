import type { Account } from '../../model/accounts/account.ts'
import type { FriendsPreferences } from '../../model/game/friends.ts'
import { forgetPresence } from '../../storage/credentials/end-credentials.ts'
import { type Flag, flagOf, isSet } from '../../storage/engine/flags.ts'
import { friendsPreferences, setFriendsPreferences } from '../../storage/game/friends-preferences.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import type { ReadContext } from '../context.ts'

type Stored = Pick<AccountRow, 'friends_list' | 'friend_requests'>

/** Returns what a player wants. A player who never chose has what NORN_FRIENDS says. */
export function friendsPreferencesOf(
  { config }: Pick<ReadContext, 'config'>,
  { friends_list, friend_requests }: Stored,
): FriendsPreferences {
  const chosen = (flag: Flag | null) => (flag === null ? config.friends === 'on' : isSet(flag))
  return { friends: chosen(friends_list), acceptInvites: chosen(friend_requests) }
}

/** Reads what a player wants. */
export async function ownFriendsPreferences(
  context: ReadContext,
  { id }: Pick<Account, 'id'>,
): Promise<FriendsPreferences> {
  const stored = await friendsPreferences(context.db, id)
  return friendsPreferencesOf(context, stored ?? { friends_list: null, friend_requests: null })
}

/** Changes the preferences that are given. With the list off, nothing is kept of what the player plays. */
export async function changeFriendsPreferences(
  { db }: ReadContext,
  { id }: Pick<Account, 'id'>,
  { friends, acceptInvites }: Partial<FriendsPreferences>,
): Promise<void> {
  const flag = (value: boolean | undefined) => (value === undefined ? null : flagOf(value))
  await db.transaction(async (tx) => {
    await setFriendsPreferences(tx, id, flag(friends), flag(acceptInvites))
    if (friends === false) await forgetPresence(tx, id)
  })
}
