import type { OauthClient } from '../../model/community/oauth.ts'
import { isMemberOfOne } from '../../storage/community/members.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { grantedClient } from '../../storage/oauth/grants.ts'

/** Returns true if the account may sign in to the application. If it lists groups, only their members may. */
export async function maySignInTo(
  db: Queries,
  { groups }: Pick<OauthClient, 'groups'>,
  accountId: string,
): Promise<boolean> {
  return groups.length === 0 || isMemberOfOne(db, accountId, groups)
}

/** Returns true if a grant may still be used, by the same rule. */
export async function mayUseGrant(db: Queries, grantId: string): Promise<boolean> {
  const granted = await grantedClient(db, grantId)
  if (!granted) return false
  return maySignInTo(db, { groups: readGroups(granted.member_groups) }, granted.account_id)
}

/** Parses the list of groups in an application's row. */
export const readGroups = (text: string | null): string[] => (text === null ? [] : JSON.parse(text))
