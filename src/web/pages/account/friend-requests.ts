import type { ReadContext } from '../../../domain/context.ts'
import { requestsTo } from '../../../domain/friends/list.ts'
import type { Profile } from '../../../model/accounts/account.ts'
import type { PageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Badge } from '../../layout/icons.ts'

/** Returns the badge of a link to a player's friends; undefined if nobody waits for an answer. */
export async function requestsBadge(
  context: ReadContext,
  { hasFriends }: Site,
  { text }: PageContext,
  { id }: Pick<Profile, 'id'>,
): Promise<Badge | undefined> {
  const count = hasFriends ? await requestsTo(context, id) : 0
  return count > 0
    ? { count, label: text.friends.waiting(text.account.menu.friends.heading, count) }
    : undefined
}
