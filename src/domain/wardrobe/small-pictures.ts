import type { Account } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { pictureOf } from '../../state/textures/portraits.ts'
import { formerSkinOf } from '../../storage/textures/former-skins.ts'
import type { PictureContext, ReadContext } from '../context.ts'

/** The sides of the pictures in pixels, small enough for a page with nine of them. */
const sides = { face: 32, cape: 48 } as const

/** A small picture that a player asks for. */
interface Wanted {
  /** `skin` is a former one, shown as its face. `cape` is the one that is worn or hidden. */
  kind: TextureKind
  hash: string
  /** The client's. */
  address: string
}

/**
 * Draws a small picture of a texture, as PNG: the file itself may have a mebibyte. Throws Refused `texture_unknown`,
 * `overloaded`.
 */
export async function smallPicture(
  { db, portraits }: ReadContext & PictureContext,
  { id, textures, hiddenCape }: Pick<Account, 'hiddenCape' | 'id' | 'textures'>,
  { kind, hash, address }: Wanted,
): Promise<Buffer> {
  if (kind === 'cape' && (textures.cape?.hash ?? hiddenCape) === hash)
    return portraits.draw(pictureOf('cape', sides.cape, { hash, model: 'default' }), address)
  const former = kind === 'skin' && (await formerSkinOf(db, id, hash))
  if (!former) throw new Refused('texture_unknown', { about: { id } })
  return portraits.draw(pictureOf('face', sides.face, { hash, model: former.model }), address)
}
