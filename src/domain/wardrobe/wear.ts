import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { storeTextures, type TextureColumns } from '../../storage/textures/textures.ts'
import { shelfTextureOfMember } from '../../storage/wardrobe/shelf-textures.ts'
import { wardrobeTexture } from '../../storage/wardrobe/wardrobe-textures.ts'
import { lockedPlayer } from '../accounts/find.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext } from '../context.ts'
import { refuseChangedTexture } from '../game/uploads.ts'
import { keeperOf } from './list.ts'
import type { Keeping } from './locked.ts'

/**
 * Puts on something that the player's account keeps, or that a group of the account has. It costs nothing of the upload
 * budget. Throws Refused `texture_unknown`, `texture_taken_down`, `character_suspended`, and for what is kept what
 * `refuseChangedTexture` throws.
 */
export async function wearFromWardrobe(
  context: ChangeContext,
  by: Actor,
  player: Keeping,
  id: string,
): Promise<void> {
  const now = context.clock()
  await change(context, by, async (tx) => {
    const { row, account } = await lockedPlayer(tx, player)
    refuseSuspended(by, row, now)
    const unknown = new Refused('texture_unknown', { about: { id: row.id } })
    const keeper = keeperOf({ id: row.id, ownerId: account.id, isApart: player.isApart })
    const kept = await wardrobeTexture(tx, ...keeper, id)
    const texture = kept ?? (await shelfTextureOfMember(tx, account.id, id))
    if (!texture) throw unknown
    const { kind, hash, model } = texture
    if (kept) await refuseChangedTexture(context, tx, by, row, kind)
    const isSkin = kind === 'skin'
    const isWorn = isSkin ? row.skin_hash === hash && row.skin_model === model : row.cape_hash === hash
    if (isWorn) return { events: [] }
    const columns: TextureColumns = isSkin ? { skin_hash: hash, skin_model: model } : { cape_hash: hash }
    const shelfTextureId = kept ? undefined : id
    // This does not delete recent textures, which is left to the next upload.
    const options = { now, recent: now, isRemembered: true, shelfTextureId }
    if (!(await storeTextures(tx, row.id, columns, [{ hash }], options))) throw unknown
    return { events: [{ event: 'texture.set', account: row.id, details: { texture: kind, hash } }] }
  })
}
