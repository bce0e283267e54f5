import type { TextureKind } from '../../model/game/texture.ts'
import type { ProfileRow } from '../../storage/game/profiles.ts'
import type { TextureFile } from '../../storage/textures/textures.ts'
import type { PictureContext } from '../context.ts'

/**
 * Returns the file of a player's texture, or its URL if another skin system has it. Returns undefined if the player has
 * none. `address` is the client's.
 */
export async function currentTexture(
  { defaultSkins, texturesProperties, textureFiles, skinSystem }: PictureContext,
  row: ProfileRow,
  kind: TextureKind,
  address: string,
): Promise<TextureFile | { elsewhere: string } | undefined> {
  const hash = kind === 'skin' ? defaultSkins.dressed(row).skin_hash : row.cape_hash
  if (skinSystem) {
    const links = await texturesProperties.links(row, address)
    const url = (kind === 'skin' ? links.SKIN : links.CAPE)?.url
    return url === undefined ? undefined : { elsewhere: new URL(url).href }
  }
  const png = hash === null ? undefined : await textureFiles.get(hash, address)
  return hash !== null && png ? { hash, png } : undefined
}
