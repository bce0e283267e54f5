// The players of an account: its own one, and its characters (docs/decisions/0131-characters-are-accounts.md).
import type { Account } from '../../model/accounts/account.ts'
import { charactersOf } from '../../storage/accounts/characters.ts'
import { charactersByGroups } from '../../storage/community/groups.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { toAccount } from '../accounts/account-row.ts'
import { accountById } from '../accounts/find.ts'
import type { ReadContext } from '../context.ts'

/** No account has more players, its own one included. */
export const maxPlayers = 100

/** A player of an account. One of them is the primary one, which the email address signs in. */
export interface Player {
  player: Account
  isPrimary: boolean
}

/**
 * Returns the players of a player's account, the account's own one first, then its characters in the order of their
 * UUIDs. Throws Refused `account_unknown`.
 */
export async function playersOf(
  context: ReadContext,
  { id, ownerId = id }: Pick<Account, 'id' | 'ownerId'>,
): Promise<Player[]> {
  const { clock, db } = context
  const now = clock()
  const owner = await accountById(context, ownerId)
  const characters = (await charactersOf(db, ownerId)).map((row) => toAccount(row, now))
  const primary = characters.find((player) => player.id === owner.primaryId) ?? owner
  return [owner, ...characters].map((player) => ({ player, isPrimary: player === primary }))
}

/**
 * Returns the number of players that the owner of an account may have, the account's own one included: the highest that
 * the setting and the account's groups say. In a transaction that has locked the account, nobody leaves a group meanwhile.
 */
export async function playerLimitOf(
  { config, db }: Pick<ReadContext, 'config'> & { db: Queries },
  { id }: Pick<Account, 'id'>,
): Promise<number> {
  return Math.max(config.characters, await charactersByGroups(db, id))
}
