import type { Profile, WornTextures } from './account.ts'

/** A textures property: `value` is Base64 of the payload, `signature` SHA1withRSA over that text, in Base64. */
export interface TexturesProperty {
  value: string
  signature?: string
}

/** Stands where there is no signature: clients must not verify it, it is always wrong. */
export const unverifiableSignature = 'Cg=='

/** URLs of the textures that a player wears. */
export interface TextureLinks {
  SKIN?: { url: string; metadata?: { model: string } }
  CAPE?: { url: string }
}

/**
 * The text that a textures property carries in Base64 and that its signature covers
 * (docs/protocol/yggdrasil.md, S4). `textures` is an empty object where nothing is worn.
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

/** The links in the value of a textures property, ours or another system's: what is not a link is left out. */
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
