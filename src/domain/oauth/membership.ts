import type { OauthClient } from '../../model/oauth.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { isMemberOfOne } from '../../storage/groups/members.ts'
import { grantedClient } from '../../storage/oauth/grants.ts'

/** Whether an account may sign in to an application: to one that names groups only their members may. */
export async function maySignInTo(
  db: Queries,
  { groups }: Pick<OauthClient, 'groups'>,
  accountId: string,
): Promise<boolean> {
  return groups.length === 0 || isMemberOfOne(db, accountId, groups)
}

/** The same for what was allowed before: whether it may still be used. */
export async function mayUseGrant(db: Queries, grantId: string): Promise<boolean> {
  const granted = await grantedClient(db, grantId)
  if (!granted) return false
  return maySignInTo(db, { groups: readGroups(granted.member_groups) }, granted.account_id)
}

/** The groups that a row of an application names. */
export const readGroups = (text: string | null): string[] => (text === null ? [] : JSON.parse(text))
