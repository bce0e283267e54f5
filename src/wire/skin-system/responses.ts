import { type Static, Type } from 'typebox'
import type { AccountTextures } from '../../model/accounts/account.ts'

/** The URLs of the textures that a player wears. */
export const TextureLinksAnswer = Type.Object({
  SKIN: Type.Optional(
    Type.Object({
      url: Type.String(),
      metadata: Type.Optional(Type.Object({ model: Type.String({ description: 'Only for `slim`.' }) })),
    }),
  ),
  CAPE: Type.Optional(Type.Object({ url: Type.String() })),
})

export const Redirected = Type.Unsafe<undefined>({
  type: 'null',
  description: "To the external skin system's file.",
})

const file = Type.String({ description: 'The name of a file below `/csl/textures/`.' })

/** The textures of a player in the form of the CustomSkinAPI: only those in use, and the skin below its model. */
export const ModTextures = Type.Object({
  username: Type.String(),
  skins: Type.Optional(Type.Object({ default: Type.Optional(file), slim: Type.Optional(file) })),
  cape: Type.Optional(file),
})

/** Returns undefined for a player who wears nothing. */
export function modTextures(
  username: string,
  { skin, cape }: AccountTextures,
): Static<typeof ModTextures> | undefined {
  if (!skin && !cape) return undefined
  return {
    username,
    ...(skin && { skins: { [skin.model]: skin.hash } }),
    ...(cape && { cape: cape.hash }),
  }
}

/** The description of a service that the mod reads from its folder `ExtraList`. */
export const ExtraList = Type.Object({
  name: Type.String(),
  type: Type.Literal('CustomSkinAPI'),
  root: Type.String({ description: 'The address of the API, with a slash at its end.' }),
})
