// The textures that accounts keep. Adding and removing lock the account first, so that a wardrobe never has more than may be in it.
import type { TextureKind } from '../../model/game/texture.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn, readsFirst, readsNumber } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { WardrobeTextureRow } from '../schema/rows/wardrobe.ts'

/** Sorts after every id. */
export const afterAllIds = 'g'

/** An account, and the player for whom something is kept; null for all that the account keeps. */
export type Keeper = [accountId: string, playerId: string | null]

const isKept = 'account_id = $1 and (cast($2 as text) is null or player_id = $2)'

/** Returns those that were added before the one with the id `before`, the newest first. */
export const wardrobeTextures = readsAll<WardrobeTextureRow, [...Keeper, before: string, limit: number]>(
  'wardrobe_textures',
  `select * from wardrobe_texture where ${isKept} and id < $3 order by id desc limit $4`,
)

export const wardrobeTexture = readsFirst<WardrobeTextureRow, [...Keeper, id: string]>(
  'wardrobe_texture',
  `select * from wardrobe_texture where ${isKept} and id = $3`,
)

/** Returns the one with these pixels. Each player of the account may have one. */
export const wardrobeTextureOf = readsFirst<WardrobeTextureRow, [...Keeper, hash: string, kind: TextureKind]>(
  'wardrobe_texture_of_hash',
  `select * from wardrobe_texture where ${isKept} and hash = $3 and kind = $4 order by id limit 1`,
)

export const countWardrobe = readsNumber<[accountId: string]>(
  'count_wardrobe',
  'select count(*) from wardrobe_texture where account_id = $1',
)

export const wardrobeNames = readsColumn<string, [accountId: string]>(
  'wardrobe_names',
  'select name from wardrobe_texture where account_id = $1',
)

export const insertWardrobeTexture = inserts('wardrobe_texture')

export const renameWardrobeTexture = executes<[id: string, name: string], Transaction>(
  'rename_wardrobe_texture',
  'update wardrobe_texture set name = $2 where id = $1',
)

export const setWardrobeModel = executes<[id: string, model: 'default' | 'slim'], Transaction>(
  'set_wardrobe_model',
  'update wardrobe_texture set model = $2 where id = $1',
)

export const deleteWardrobeTexture = executes<[id: string], Transaction>(
  'delete_wardrobe_texture',
  'delete from wardrobe_texture where id = $1',
)

/**
 * Gives what one account keeps for a player to another one, which may then have more than fit, and the same pixels for two
 * players: none is lost.
 */
export const giveWardrobe = executes<[from: string, to: string, playerId: string], Transaction>(
  'give_wardrobe',
  'update wardrobe_texture set account_id = $2 where account_id = $1 and player_id = $3',
)
