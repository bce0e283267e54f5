import { kindOf } from '../../model/game/shared-texture.ts'
import type { SharedTextureRow } from '../../storage/schema/rows/wardrobe.ts'

type Shared = Pick<SharedTextureRow, 'player_id' | 'hash' | 'look' | 'name'>

/** Returns an event about something that is or was shared. `note` is the moderator's. */
export const sharingEvent = <
  Name extends `texture.${'shared' | 'unshared' | 'waiting' | 'published' | 'refused'}`,
>(
  event: Name,
  { player_id: account, hash, look, name }: Shared,
  note?: string | null,
) => ({
  event,
  account,
  details: { texture: kindOf(look).kind, hash, name, ...(note != null && { note }) },
})
