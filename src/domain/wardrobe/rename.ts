import type { Actor } from '../../model/accounts/actor.ts'
import { renameWardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { refuseSuspendedUploads } from '../game/uploads.ts'
import { type Keeping, lockedTexture } from './locked.ts'
import { requireWardrobeName } from './names.ts'

/**
 * Gives something that the player's account keeps another name. Throws Refused `wardrobe_name_malformed`, `texture_unknown`,
 * `uploads_suspended`.
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
    const { row } = await lockedTexture(tx, player, id)
    await refuseSuspendedUploads(tx, by, row)
    await renameWardrobeTexture(tx, id, name)
    return { events: [] }
  })
}
