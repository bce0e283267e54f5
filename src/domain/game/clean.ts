import { hash } from 'node:crypto'
import { pngSize } from '../../lib/files/png.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import {
  guessModel,
  maxTextureBytes,
  padded,
  type TextureKind,
  textureScale,
} from '../../model/game/texture.ts'
import type { TextureFile } from '../../storage/game/textures.ts'
import type { PictureContext, ReadContext } from '../context.ts'

/** An uploaded file. If the model is missing, it is guessed from the pixels. */
export interface SentTexture {
  png: Buffer
  model?: SkinModel | undefined
}

/**
 * Checks the size in the header before decoding, and keeps nothing of the file but its pixels. `group` is the account or
 * the neighbour whose pictures wait behind each other. Throws Refused `texture_too_large`, `texture_malformed`,
 * `texture_size_unknown`, `texture_animated`, and GateFull if too many images are waiting.
 */
export async function cleanTexture(
  { config, imageWork }: ReadContext & PictureContext,
  group: string,
  kind: TextureKind,
  { png, model }: SentTexture,
): Promise<TextureFile & { model: SkinModel }> {
  if (png.length > maxTextureBytes) throw new Refused('texture_too_large')
  const size = pngSize(png)
  if (!size) throw new Refused('texture_malformed')
  const scale = textureScale(kind, size, config.textureMaxScale)
  if (scale === undefined) throw new Refused('texture_size_unknown')
  const asker = { groups: [group] }
  const image = await imageWork.decode(png, size, asker)
  const file = await imageWork.encode(kind === 'cape' ? padded(image, 64 * scale, 32 * scale) : image, asker)
  return { hash: hash('sha256', file, 'hex'), png: file, model: model ?? guessModel(image) }
}
