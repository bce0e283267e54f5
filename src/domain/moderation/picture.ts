import type { SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { View } from '../../model/game/figure.ts'
import { pictureOf } from '../../state/textures/portraits.ts'
import { takenDownFile } from '../../storage/wardrobe/taken-down.ts'
import type { PictureContext, ReadContext } from '../context.ts'

/** A picture of a texture that was taken down. */
interface Wanted {
  hash: string
  view: View
  model: SkinModel | undefined
  /** The client's. */
  address: string
}

/** The height in pixels. */
const height = 256

/**
 * Draws a texture that was taken down, as PNG, for moderators. Throws Refused `texture_unknown` once it can't be restored
 * any more, `overloaded`.
 */
export async function takenDownPicture(
  { db, portraits }: ReadContext & PictureContext,
  { hash, view, model, address }: Wanted,
): Promise<Buffer> {
  const file = await takenDownFile(db, hash)
  if (!file) throw new Refused('texture_unknown')
  return portraits.drawFile(file, pictureOf(view, height, { hash, model }), address)
}
