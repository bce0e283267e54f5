import type { ShelfTexture } from '../domain/wardrobe/shelves.ts'
import { isSet } from '../storage/engine/flags.ts'
import type { ListedTextureRow } from '../storage/wardrobe/texture-list.ts'

/** A texture as commands and the API show it. */
export const shownTexture = ({
  hash,
  kind,
  bytes,
  place,
  worn,
  kept,
  shared_by,
  is_hidden,
  reason,
}: ListedTextureRow) => ({
  hash,
  kind,
  bytes,
  place,
  worn,
  kept,
  sharedBy: shared_by,
  hidden: isSet(is_hidden),
  reason,
})

/** A texture of a group as commands and the API show it. */
export const shownShelfTexture = ({ group, name, kind, hash }: ShelfTexture) => ({ group, name, kind, hash })
