import { hash } from 'node:crypto'
import { pngSize } from '../../lib/files/png.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import {
  guessModel,
  looksLikeCape,
  maxTextureBytes,
  padded,
  type TextureKind,
  textureKinds,
  textureScale,
} from '../../model/game/texture.ts'
import type { TextureFile } from '../../storage/textures/textures.ts'
import type { Context } from '../context.ts'

/** An uploaded file. If the model is missing, it is guessed from the pixels. */
export interface SentTexture {
  png: Buffer
  model?: SkinModel | undefined
}

export interface CleanTexture extends TextureFile {
  kind: TextureKind
  model: SkinModel
  /** src/model/game/likeness.ts */
  likeness: string
}

/**
 * Checks the size in the header before decoding, and keeps nothing of the file but its pixels. `group` is the account or
 * the neighbour whose pictures wait behind each other. Without a kind, it is guessed as well. Throws Refused `texture_too_large`, `texture_malformed`,
 * `texture_size_unknown`, `texture_animated`, and GateFull if too many images are waiting.
 */
export async function cleanTexture(
  { config, imageWork }: Pick<Context, 'config' | 'imageWork'>,
  group: string,
  chosen: TextureKind | undefined,
  { png, model }: SentTexture,
): Promise<CleanTexture> {
  if (png.length > maxTextureBytes) throw new Refused('texture_too_large')
  const size = pngSize(png)
  if (!size) throw new Refused('texture_malformed')
  const scaleOf = (kind: TextureKind) => textureScale(kind, size, config.textureMaxScale)
  const kinds = (chosen ? [chosen] : textureKinds).filter((kind) => scaleOf(kind) !== undefined)
  const [first] = kinds
  if (first === undefined) throw new Refused('texture_size_unknown')
  const asker = { groups: [group] }
  const image = await imageWork.decode(png, size, asker)
  const kind = kinds.length > 1 && looksLikeCape(image) ? 'cape' : first
  const scale = scaleOf(kind) ?? 1
  const file = await imageWork.encode(kind === 'cape' ? padded(image, 64 * scale, 32 * scale) : image, asker)
  return {
    hash: hash('sha256', file, 'hex'),
    png: file,
    kind,
    model: model ?? guessModel(image),
    likeness: await imageWork.likeness(image, kind),
  }
}
