import { Type } from 'typebox'

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
