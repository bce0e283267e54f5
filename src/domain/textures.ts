import { hash } from 'node:crypto'
import { pngSize } from '../lib/png.ts'
import type { SkinModel } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import { guessModel, largestTexture, padded, type TextureKind, textureScale } from '../model/texture.ts'
import type { ProfileRow } from '../storage/profiles.ts'
import { putOn, type TextureFile, takeOff, type WornColumns } from '../storage/textures.ts'
import type { Services } from './services.ts'

/** A file as somebody sent it; the model is guessed from the pixels where it is not given. */
export interface SentTexture {
  png: Buffer
  model?: SkinModel | undefined
}

export type SentTextures = Partial<Record<TextureKind, SentTexture>>

/** Has the account wear one texture, from now on and everywhere. Throws Refused, having changed nothing. */
export function wearTexture(
  services: Services,
  accountId: string,
  kind: TextureKind,
  png: Buffer,
  model?: SkinModel,
): Promise<void> {
  return wearTextures(services, accountId, { [kind]: { png, model } })
}

/** Has the account wear all of them, or none where one is refused. */
export async function wearTextures(services: Services, accountId: string, sent: SentTextures): Promise<void> {
  const files: TextureFile[] = []
  const worn: WornColumns = {}
  if (sent.skin) {
    const { model, ...file } = await cleaned(services, 'skin', sent.skin)
    files.push(file)
    Object.assign(worn, { skin_hash: file.hash, skin_model: model })
  }
  if (sent.cape) {
    const { hash, png } = await cleaned(services, 'cape', sent.cape)
    files.push({ hash, png })
    worn.cape_hash = hash
  }
  const isThere = await services.db.transaction((tx) => putOn(tx, accountId, worn, files))
  if (!isThere) throw new Refused('account_unknown')
}

/** The account wears no texture of this kind any more. */
export async function takeOffTexture(
  services: Services,
  accountId: string,
  kind: TextureKind,
): Promise<void> {
  const bare: WornColumns = kind === 'skin' ? { skin_hash: null, skin_model: null } : { cape_hash: null }
  if (!(await takeOff(services.db, accountId, bare))) throw new Refused('account_unknown')
}

/** Size by the header first, then the pixels, and of the file nothing but those. */
async function cleaned(
  { config, imageWork }: Services,
  kind: TextureKind,
  { png, model }: SentTexture,
): Promise<TextureFile & { model: SkinModel }> {
  if (png.length > largestTexture) throw new Refused('texture_too_large')
  const size = pngSize(png)
  if (!size) throw new Refused('texture_malformed')
  const scale = textureScale(kind, size, config.textureMaxScale)
  if (scale === undefined) throw new Refused('texture_size_unknown')
  const image = await imageWork.decode(png, size)
  const file = await imageWork.encode(kind === 'cape' ? padded(image, 64 * scale, 32 * scale) : image)
  return { hash: hash('sha256', file, 'hex'), png: file, model: model ?? guessModel(image) }
}

/** The file that a player wears, or where another skin system has it; undefined for none. */
export async function wornTexture(
  { texturesProperties, textureFiles, skinSystem }: Services,
  row: ProfileRow,
  kind: TextureKind,
): Promise<TextureFile | { elsewhere: string } | undefined> {
  const hash = kind === 'skin' ? row.skin_hash : row.cape_hash
  if (skinSystem) {
    const links = await texturesProperties.links(row)
    const url = (kind === 'skin' ? links.SKIN : links.CAPE)?.url
    return url === undefined ? undefined : { elsewhere: new URL(url).href }
  }
  const png = hash === null ? undefined : await textureFiles.get(hash)
  return hash !== null && png ? { hash, png } : undefined
}
