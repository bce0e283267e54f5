import type { AccountTextures, Profile } from '../accounts/account.ts'

/** A textures property. `value` is the payload in Base64, `signature` SHA1withRSA over that text, also in Base64. */
export interface TexturesProperty {
  name: 'textures'
  value: string
  signature?: string
}

/** A placeholder for a missing signature. It never verifies, and clients must not check it. */
export const unverifiableSignature = 'Cg=='

/** The URLs of a player's textures. */
export interface TextureLinks {
  SKIN?: { url: string; metadata?: { model: string } }
  CAPE?: { url: string }
}

/**
 * Returns the JSON that a textures property carries in Base64 and that is signed (docs/protocol/yggdrasil.md, S4).
 * `textures` is an empty object if the player has none.
 */
export function texturesPayload(
  profile: Profile,
  textures: AccountTextures,
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

/** Extracts the links from the value of a textures property, perhaps of another system. All else is ignored. */
export function readTextureLinks(value: string): TextureLinks {
  const { textures } = JSON.parse(Buffer.from(value, 'base64').toString()) as { textures: ForeignLinks }
  const [skin, cape] = [textures.SKIN?.url, textures.CAPE?.url]
  const isSlim = textures.SKIN?.metadata?.model === 'slim'
  return {
    ...(isLink(skin) && { SKIN: { url: skin, ...(isSlim && { metadata: { model: 'slim' } }) } }),
    ...(isLink(cape) && { CAPE: { url: cape } }),
  }
}

type ForeignLinks = Partial<
  Record<'SKIN' | 'CAPE', { url?: unknown; metadata?: { model?: unknown } | null } | null>
>

const isLink = (url: unknown): url is string =>
  typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)
