import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type FormerSkin, formerSkinOf, formerSkinsOf } from '../../storage/textures/former-skins.ts'
import { storeTextures } from '../../storage/textures/textures.ts'
import { lockedAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { refuseChangedTexture } from './uploads.ts'

/** Returns the account's former skins, the one that was taken off last first. */
export const formerSkins = ({ db }: ReadContext, accountId: string): Promise<FormerSkin[]> =>
  formerSkinsOf(db, accountId)

/** Sets a former skin again. Throws Refused `texture_unknown`, `skins_off`, `character_suspended`, having changed nothing. */
export async function setFormerSkin(
  context: ChangeContext,
  by: Actor,
  accountId: string,
  hash: string,
): Promise<void> {
  const now = context.clock()
  await change(context, by, async (tx) => {
    const row = await lockedAccount(tx, accountId)
    refuseSuspended(by, row, now)
    await refuseChangedTexture(context, tx, by, row, 'skin')
    const former = await formerSkinOf(tx, accountId, hash)
    const worn = { skin_hash: hash, skin_model: former?.model ?? null }
    // This does not delete recent textures, which is left to the next upload.
    const options = { now, recent: now, isRemembered: true }
    if (!former || !(await storeTextures(tx, accountId, worn, [{ hash }], options))) {
      throw new Refused('texture_unknown', { about: { id: accountId } })
    }
    const details = { texture: 'skin', hash } as const
    return { events: [{ event: 'texture.set', account: accountId, details }] }
  })
}
