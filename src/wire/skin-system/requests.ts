import { Type } from 'typebox'

const name = Type.String({
  description: 'Name of the player, in any letter case; `.png` behind it is ignored.',
})

export const NameParams = Type.Object({ name })
export const NameQuery = Type.Object({ name })

export const SkinProfileQuery = Type.Object({
  unsigned: Type.Optional(Type.String({ description: 'With `false` the answer is signed.' })),
})

export const TextureParams = Type.Object({
  hash: Type.String({
    description: "SHA-256 of the texture file's bytes, in hex; `.png` behind it is ignored.",
  }),
})

export const PlayerParams = Type.Object({
  player: Type.String({ description: 'Name or UUID of the player; `.png` behind it is ignored.' }),
})
export const PortraitQuery = Type.Object({
  size: Type.Optional(Type.String({ description: 'Width and height in pixels, 8 to 512; 64 by default.' })),
})

export const RenderQuery = Type.Object({
  view: Type.Optional(Type.String({ description: '`front` or `back`; `front` by default.' })),
  model: Type.Optional(
    Type.String({
      description: '`default` or `slim`. Without it the pixels decide, also whether it is a cape.',
    }),
  ),
  height: Type.Optional(Type.String({ description: 'In pixels: 128, 256 or 512; 256 by default.' })),
})

/** Returns a name, or a hash, from an address that ends in `.png`. */
export const withoutExtension = (text: string): string => text.replace(/\.png$/i, '')
