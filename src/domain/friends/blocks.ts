import { fold } from '../../lib/text/fold.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { maxBlocked } from '../../model/game/friends.ts'
import {
  blockedPlayersOf,
  countBlocked,
  deleteBlock,
  insertBlock,
} from '../../storage/game/blocked-players.ts'
import { deleteFriendship, inPair } from '../../storage/game/friendships.ts'
import type { ReadContext } from '../context.ts'
import { lockedPair, refuseSelf } from './change.ts'
import type { KnownPlayer } from './list.ts'

/** Returns whom a player blocks, by name. */
export async function blockedBy({ db }: ReadContext, id: string): Promise<KnownPlayer[]> {
  const rows = await blockedPlayersOf(db, id)
  return rows.toSorted((a, b) => (fold(a.username) < fold(b.username) ? -1 : 1))
}

/**
 * Blocks a player, who is told nothing: ends friendship and requests, and neither can ask the other. Throws Refused
 * `friend_self`, `friend_unknown`, `friend_limit`.
 */
export async function blockPlayer({ clock, db }: ReadContext, id: string, other: string): Promise<void> {
  refuseSelf(id, other)
  await db.transaction(async (tx) => {
    await lockedPair(tx, id, other)
    await deleteFriendship(tx, ...inPair(id, other))
    await insertBlock(tx, id, other, clock())
    if ((await countBlocked(tx, id)) > maxBlocked) throw new Refused('friend_limit', { about: { id } })
  })
}

export const unblockPlayer = ({ db }: ReadContext, id: string, other: string): Promise<void> =>
  deleteBlock(db, id, other)
