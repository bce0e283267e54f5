import { Type } from 'typebox'

const name = Type.String({
  description: 'Name of the player, in any letter case; `.png` behind it is ignored.',
})

export const NameParams = Type.Object({ name })
export const NameQuery = Type.Object({ name })

export const SkinProfileQuery = Type.Object({
  unsigned: Type.Optional(Type.String({ description: 'With `false` the answer is signed.' })),
})

export const PlayerParams = Type.Object({
  player: Type.String({ description: 'Name or UUID of the player; `.png` behind it is ignored.' }),
})
export const PortraitQuery = Type.Object({
  size: Type.Optional(Type.String({ description: 'Width and height in pixels, 8 to 512; 64 by default.' })),
})

/** Returns a name from an address that ends in `.png`. */
export const withoutExtension = (text: string): string => text.replace(/\.png$/i, '')
