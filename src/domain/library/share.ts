import { timeUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lookOf } from '../../model/game/shared-texture.ts'
import { UniqueViolation } from '../../storage/engine/database.ts'
import type { SharedTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import {
  changeShared,
  deleteShared,
  insertShared,
  sharedOfHash,
  sharedOfWardrobe,
} from '../../storage/wardrobe/shared-textures.ts'
import { mayPutOn } from '../../storage/wardrobe/taken-down.ts'
import { countWearers } from '../../storage/wardrobe/wearers.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { refuseSuspendedUploads } from '../game/uploads.ts'
import { accountOf } from '../moderation/subject.ts'
import { lockedTexture } from '../wardrobe/locked.ts'
import { sharingEvent } from './events.ts'
import { takeShare, waitForReview } from './review.ts'

/**
 * Shares something that the player's account keeps, under the player's name. With a review it waits, and so does what a
 * moderator has refused before. Does nothing if it is shared or waits. Charges a share. Throws Refused `too_many_shares`,
 * `texture_unknown`, `texture_taken_down`, `shared_already`, `uploads_suspended`, `character_suspended`.
 */
export async function shareTexture(
  context: ChangeContext,
  by: Actor,
  player: Pick<Account, 'id' | 'ownerId'>,
  wardrobeId: string,
): Promise<{ isWaiting: boolean }> {
  await takeShare(context, accountOf(player))
  const now = context.clock()
  return change(context, by, async (tx) => {
    const { row, account, kept } = await lockedTexture(tx, player, wardrobeId)
    refuseSuspended(by, row, now)
    await refuseSuspendedUploads(tx, by, row)
    const about = { id: row.id }
    const { hash, name } = kept
    const before = await sharedOfWardrobe(tx, kept.id)
    if (before && before.state !== 'refused')
      return { events: [], result: { isWaiting: before.state === 'waiting' } }
    if (!(await mayPutOn(tx, hash))) throw new Refused('texture_taken_down', { about })
    if (await sharedOfHash(tx, hash)) throw new Refused('shared_already', { about })
    const waits = context.config.libraryReview === 'on' || before !== undefined
    const state = waits ? 'waiting' : 'published'
    const id = before?.id ?? timeUuid(now, context.random)
    const columns = {
      player_id: row.id,
      hash,
      look: lookOf(kept),
      name,
      name_folded: fold(name),
      state,
    } as const
    if (before) await changeShared(tx, id, columns)
    else {
      const listed = waits
        ? { listed_at: null, worn: 0 }
        : { listed_at: now, worn: await countWearers(tx, hash) }
      await insertShared(tx, { id, wardrobe_id: kept.id, ...columns, note: null, ...listed })
    }
    if (waits) await waitForReview(context, tx, account.id, { id, ...columns }, row.username)
    const event = sharingEvent(waits ? 'texture.waiting' : 'texture.shared', columns)
    return { events: [event], result: { isWaiting: waits } }
  }).catch((cause: unknown) => {
    // Two shared the same pixels at the same moment.
    throw cause instanceof UniqueViolation ? new Refused('shared_already', { cause }) : cause
  })
}

/** Ends sharing of something, or its waiting. Does nothing if it is not shared. Throws Refused `texture_unknown`. */
export async function stopSharing(
  context: ChangeContext,
  by: Actor,
  player: Pick<Account, 'id'>,
  wardrobeId: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    const { kept } = await lockedTexture(tx, player, wardrobeId)
    const shared = await sharedOfWardrobe(tx, kept.id)
    // A refusal is remembered.
    if (!shared || shared.state === 'refused') return { events: [] }
    await deleteShared(tx, kept.id)
    return { events: [unsharedEvent(shared)] }
  })
}

/** Returns the event for something after it left the library. */
export const unsharedEvent = (shared: SharedTextureRow) => sharingEvent('texture.unshared', shared)
