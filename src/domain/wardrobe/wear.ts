import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { storeTextures, type TextureColumns } from '../../storage/game/textures.ts'
import { wardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { lockedPlayer } from '../accounts/find.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { refuseChangedTexture } from '../game/uploads.ts'

/**
 * Puts on something that the player's account keeps. It costs nothing of the upload budget. Throws Refused
 * `texture_unknown`, `character_suspended`, and what `refuseChangedTexture` throws.
 */
export async function wearFromWardrobe(
  context: ChangeContext,
  by: Actor,
  player: Pick<Account, 'id'>,
  id: string,
): Promise<void> {
  const now = context.clock()
  await change(context, by, async (tx) => {
    const { row, account } = await lockedPlayer(tx, player)
    refuseSuspended(by, row, now)
    const unknown = new Refused('texture_unknown', { about: { id: row.id } })
    const kept = await wardrobeTexture(tx, account.id, id)
    if (!kept) throw unknown
    const { kind, hash, model } = kept
    await refuseChangedTexture(context, tx, by, row, kind)
    const isSkin = kind === 'skin'
    const isWorn = isSkin ? row.skin_hash === hash && row.skin_model === model : row.cape_hash === hash
    if (isWorn) return { events: [] }
    const columns: TextureColumns = isSkin ? { skin_hash: hash, skin_model: model } : { cape_hash: hash }
    // This does not delete recent textures, which is left to the next upload.
    const options = { now, recent: now, isRemembered: true }
    if (!(await storeTextures(tx, row.id, columns, [{ hash }], options))) throw unknown
    return { events: [{ event: 'texture.set', account: row.id, details: { texture: kind, hash } }] }
  })
}
