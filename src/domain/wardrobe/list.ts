import type { Account, SkinModel } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { SharedState } from '../../model/game/shared-texture.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { SharedTextureRow, WardrobeTextureRow } from '../../storage/schema/rows/wardrobe.ts'
import { sharedOfWardrobe, sharedOfWardrobes } from '../../storage/wardrobe/shared-textures.ts'
import { isTakenDown, takenDownOf } from '../../storage/wardrobe/taken-down.ts'
import {
  afterAllIds,
  countWardrobe,
  type Keeper,
  wardrobeTexture,
  wardrobeTextureOf,
  wardrobeTextures,
} from '../../storage/wardrobe/wardrobe-textures.ts'
import type { ReadContext } from '../context.ts'

/** A texture that an account keeps, as one of its players sees it. */
export interface WardrobeTexture {
  id: string
  name: string
  kind: TextureKind
  /** Null for a cape. */
  model: SkinModel | null
  hash: string
  addedAt: number
  /** True if the player wears it, a skin with this model. */
  isWorn: boolean
  /** True if a moderator has taken it down: nobody can wear it, and it has no picture. */
  isTakenDown: boolean
  /** Set if it is shared with all others, waits for its review or was refused. Undefined where there is no library. */
  sharing: Sharing | undefined
}

interface Sharing {
  /** The id in the library. */
  id: string
  state: SharedState
  /** The words of the moderator who refused it. */
  note: string | undefined
}

/** Set for the holder of a player's token: only what is kept for that player is there (docs/decisions/0146-wardrobe.md). */
export interface Apart {
  isApart?: boolean | undefined
}

/** A player, whose account has the wardrobe: the account's own one or a character. */
export type Wearer = Pick<Account, 'id' | 'ownerId' | 'textures'> & Apart

/** Returns the account that keeps what a player may wear, and for whom. */
export const keeperOf = ({
  id,
  ownerId,
  isApart = false,
}: Pick<Account, 'id' | 'ownerId'> & Apart): Keeper => [ownerId ?? id, isApart ? id : null]

/** Returns what is kept, the newest first. `after` is the id of the last one of the previous page. */
export async function wardrobeOf(
  { config, db }: ReadContext,
  player: Wearer,
  { after = afterAllIds, limit }: { after?: string | undefined; limit: number },
): Promise<WardrobeTexture[]> {
  const rows = await wardrobeTextures(db, ...keeperOf(player), after, limit)
  const of = (column: 'id' | 'hash') => rows.map((row) => row[column])
  const [down, shared] = await Promise.all([
    takenDownOf(db, of('hash')),
    config.library === 'off' ? [] : sharedOfWardrobes(db, of('id')),
  ])
  const takenDown = new Set(down)
  const sharing = new Map(shared.map((row) => [row.wardrobe_id, row]))
  return rows.map((row) => toTexture(row, player, takenDown.has(row.hash), sharing.get(row.id)))
}

/** Returns the number of textures that the player's account keeps. */
export const wardrobeCount = (
  { db }: ReadContext,
  { id, ownerId }: Pick<Wearer, 'id' | 'ownerId'>,
): Promise<number> => countWardrobe(db, ownerId ?? id)

/** Returns which of the textures that the player wears, or has hidden, the account keeps. */
export async function keptWorn(
  { db }: ReadContext,
  player: Wearer & Pick<Account, 'hiddenCape'>,
): Promise<Record<TextureKind, boolean>> {
  const { skin, cape } = player.textures
  const isKept = async (kind: TextureKind, hash: string | undefined) =>
    hash !== undefined && (await wardrobeTextureOf(db, ...keeperOf(player), hash, kind)) !== undefined
  return {
    skin: await isKept('skin', skin?.hash),
    cape: await isKept('cape', cape?.hash ?? player.hiddenCape),
  }
}

/** Throws Refused `texture_unknown` if the player's account keeps no such texture. */
export async function oneOfWardrobe(
  { config, db }: ReadContext,
  player: Wearer,
  id: string,
): Promise<WardrobeTexture> {
  const row = await wardrobeTexture(db, ...keeperOf(player), id)
  if (!row) throw new Refused('texture_unknown', { about: { id: player.id } })
  const shared = config.library === 'off' ? undefined : await sharedOfWardrobe(db, row.id)
  return toTexture(row, player, await isTakenDown(db, row.hash), shared)
}

export function toTexture(
  { id, name, kind, model, hash, added_at: addedAt }: Omit<WardrobeTextureRow, 'account_id' | 'player_id'>,
  { textures }: Pick<Wearer, 'textures'>,
  isDown: boolean,
  shared?: SharedTextureRow,
): WardrobeTexture {
  const isWorn = textures[kind]?.hash === hash && (kind === 'cape' || textures.skin?.model === model)
  const sharing = shared && { id: shared.id, state: shared.state, note: shared.note ?? undefined }
  return { id, name, kind, model, hash, addedAt, isWorn, isTakenDown: isDown, sharing }
}
