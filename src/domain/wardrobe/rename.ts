import type { Actor } from '../../model/accounts/actor.ts'
import { sharedOfWardrobe } from '../../storage/wardrobe/shared-textures.ts'
import { renameWardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { refuseSuspendedUploads } from '../game/uploads.ts'
import { renameShared } from '../library/renamed.ts'
import { type Keeping, lockedTexture } from './locked.ts'
import { requireWardrobeName } from './names.ts'

/**
 * Gives something that the player's account keeps another name, also in the library, where it may have to wait for a review
 * again: that costs a share. Throws Refused `wardrobe_name_malformed`, `texture_unknown`, `uploads_suspended`,
 * `too_many_shares`.
 */
export async function renameInWardrobe(
  context: ChangeContext,
  by: Actor,
  player: Keeping,
  id: string,
  name: string,
): Promise<void> {
  requireWardrobeName(name)
  await change(context, by, async (tx) => {
    const { row, account } = await lockedTexture(tx, player, id)
    await refuseSuspendedUploads(tx, by, row)
    await renameWardrobeTexture(tx, id, name)
    const shared = await sharedOfWardrobe(tx, id)
    return { events: shared ? await renameShared(context, tx, account.id, shared, name) : [] }
  })
}
