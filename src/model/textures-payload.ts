import type { Profile, WornTextures } from './account.ts'

/**
 * The text that a textures property carries in Base64 and that its signature covers
 * (docs/protocol.md, S4). `textures` is an object also where nothing is worn.
 */
export function texturesPayload(
  profile: Profile,
  textures: WornTextures,
  options: { timestamp: number; signatureRequired: boolean; textureUrl: (hash: string) => string },
): string {
  const { skin, cape } = textures
  return JSON.stringify({
    timestamp: options.timestamp,
    profileId: profile.id,
    profileName: profile.username,
    ...(options.signatureRequired && { signatureRequired: true }),
    textures: {
      ...(skin && {
        SKIN: {
          url: options.textureUrl(skin.hash),
          ...(skin.model === 'slim' && { metadata: { model: 'slim' } }),
        },
      }),
      ...(cape && { CAPE: { url: options.textureUrl(cape.hash) } }),
    },
  })
}
