import type { Account } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { WardrobeTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { wardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { lockedPlayer, type PlayerRows } from '../accounts/find.ts'
import { type Apart, keeperOf } from './list.ts'

/** A player who may use a wardrobe. */
export type Keeping = Pick<Account, 'id'> & Apart

/**
 * Locks a player and its account, and finds something that is kept. Throws Refused `account_unknown`, `texture_unknown`.
 */
export async function lockedTexture(
  tx: Transaction,
  { id: playerId, isApart }: Keeping,
  id: string,
): Promise<PlayerRows & { kept: WardrobeTextureRow }> {
  const rows = await lockedPlayer(tx, { id: playerId })
  const keeper = keeperOf({ id: playerId, ownerId: rows.account.id, isApart })
  const kept = await wardrobeTexture(tx, ...keeper, id)
  if (!kept) throw new Refused('texture_unknown', { about: { id: playerId } })
  return { ...rows, kept }
}
