import { Type } from 'typebox'
import { type WardrobeTexture, type Wearer } from '../../domain/wardrobe/list.ts'
import type { recentSkins } from '../../domain/wardrobe/recent.ts'
import { ListOf } from '../admin/lists.ts'

export const Item = Type.Object({
  id: Type.String({ description: 'For the other requests. Of a recent skin, its hash.' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null for a recent skin.' }),
  kind: Type.Enum(['skin', 'cape']),
  model: Type.Union([Type.Enum(['default', 'slim']), Type.Null()], { description: 'Null for a cape.' }),
  hash: Type.String({ description: "SHA-256 of the file's bytes, in hex." }),
  url: Type.String({ description: 'The file.' }),
  worn: Type.Boolean({ description: 'True if the player of the token wears it.' }),
  shared: Type.Enum(['no', 'waiting', 'refused', 'yes']),
  state: Type.Enum(['kept', 'taken_down']),
})

export const Items = ListOf(Item)

const sharedWords = { waiting: 'waiting', refused: 'refused', published: 'yes' } as const

/** Returns something that is kept, as JSON. `urlOf` returns the address of a file. */
export const shownTexture = (
  { id, name, kind, model, hash, isTakenDown, isWorn, sharing }: WardrobeTexture,
  urlOf: (hash: string) => string,
) => ({
  id,
  name,
  kind,
  model,
  hash,
  url: urlOf(hash),
  worn: isWorn,
  shared: sharing === undefined ? ('no' as const) : sharedWords[sharing.state],
  state: isTakenDown ? ('taken_down' as const) : ('kept' as const),
})

/** Returns a recent skin in the same form. */
export const shownRecent = (
  { hash, model }: Awaited<ReturnType<typeof recentSkins>>[number],
  { textures: { skin } }: Pick<Wearer, 'textures'>,
  urlOf: (hash: string) => string,
) => ({
  id: hash,
  name: null,
  kind: 'skin' as const,
  model,
  hash,
  url: urlOf(hash),
  worn: skin?.hash === hash,
  shared: 'no' as const,
  state: 'kept' as const,
})
