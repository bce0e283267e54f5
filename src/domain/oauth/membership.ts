import type { OauthClient } from '../../model/community/oauth.ts'
import { playersOfAccounts } from '../../storage/accounts/characters.ts'
import { isMemberOfOne } from '../../storage/community/members.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { accountsOfClient, endTokensOfStrangers } from '../../storage/oauth/access-tokens.ts'
import { allClients } from '../../storage/oauth/clients.ts'

/** Returns true if the player may sign in to the application. If it lists groups, the account has to be a member. */
export async function maySignInTo(
  db: Queries,
  { groups }: Pick<OauthClient, 'groups'>,
  playerId: string,
): Promise<boolean> {
  return groups.length === 0 || isMemberOfOne(db, playerId, groups)
}

/** Parses the list of groups in an application's row. */
export const readGroups = (text: string | null): string[] => (text === null ? [] : JSON.parse(text))

/**
 * Ends the access tokens of all players of former members of a group, for applications that name it and whose other groups they are not
 * in. Refresh tokens stay, and are refused until their owner is a member again.
 */
export async function endTokensOfFormerMembers(
  tx: Transaction,
  group: string,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  const players = await playersOfAccounts(tx, accountIds)
  for (const { client_id, member_groups } of await allClients(tx)) {
    const groups = readGroups(member_groups)
    if (groups.includes(group)) await endTokensOfStrangers(tx, client_id, players, groups)
  }
}

/** Ends the access tokens for an application of those who are in none of the groups that it names from now on. */
export async function endTokensOfOthers(
  tx: Transaction,
  clientId: string,
  groups: readonly string[],
): Promise<void> {
  if (groups.length === 0) return
  await endTokensOfStrangers(tx, clientId, await accountsOfClient(tx, clientId), groups)
}
