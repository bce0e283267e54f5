import type { OauthClient } from '../../model/community/oauth.ts'
import { isMemberOfOne } from '../../storage/community/members.ts'
import type { Queries } from '../../storage/engine/database.ts'

/** Returns true if the account may sign in to the application. If it lists groups, only their members may. */
export async function maySignInTo(
  db: Queries,
  { groups }: Pick<OauthClient, 'groups'>,
  accountId: string,
): Promise<boolean> {
  return groups.length === 0 || isMemberOfOne(db, accountId, groups)
}

/** Parses the list of groups in an application's row. */
export const readGroups = (text: string | null): string[] => (text === null ? [] : JSON.parse(text))
