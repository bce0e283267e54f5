import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { storeTextures, type TextureColumns } from '../../storage/game/textures.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { refuseChangedTexture } from '../game/uploads.ts'
import { type Keeping, lockedTexture } from './locked.ts'

/**
 * Puts on something that the player's account keeps. It costs nothing of the upload budget. Throws Refused
 * `texture_unknown`, `character_suspended`, and what `refuseChangedTexture` throws.
 */
export async function wearFromWardrobe(
  context: ChangeContext,
  by: Actor,
  player: Keeping,
  id: string,
): Promise<void> {
  const now = context.clock()
  await change(context, by, async (tx) => {
    const { row, kept } = await lockedTexture(tx, player, id)
    refuseSuspended(by, row, now)
    const { kind, hash, model } = kept
    await refuseChangedTexture(context, tx, by, row, kind)
    const isSkin = kind === 'skin'
    const isWorn = isSkin ? row.skin_hash === hash && row.skin_model === model : row.cape_hash === hash
    if (isWorn) return { events: [] }
    const columns: TextureColumns = isSkin ? { skin_hash: hash, skin_model: model } : { cape_hash: hash }
    // This does not delete recent textures, which is left to the next upload.
    const options = { now, recent: now, isRemembered: true }
    if (!(await storeTextures(tx, row.id, columns, [{ hash }], options)))
      throw new Refused('texture_unknown', { about: { id: row.id } })
    return { events: [{ event: 'texture.set', account: row.id, details: { texture: kind, hash } }] }
  })
}
