// The textures that accounts keep. Adding and removing lock the account first, so that a wardrobe never has more than may be in it.
import type { TextureKind } from '../../model/game/texture.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsColumn, readsFirst, readsNumber, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { WardrobeTextureRow } from '../schema/rows/wardrobe.ts'

/** Sorts after every id. */
export const afterAllIds = 'g'

/** Returns those that were added before the one with the id `before`, the newest first. */
export const wardrobeTextures = readsAll<
  WardrobeTextureRow,
  [accountId: string, before: string, limit: number]
>(
  'wardrobe_textures',
  'select * from wardrobe_texture where account_id = $1 and id < $2 order by id desc limit $3',
)

export const wardrobeTexture = readsFirst<WardrobeTextureRow, [accountId: string, id: string]>(
  'wardrobe_texture',
  'select * from wardrobe_texture where account_id = $1 and id = $2',
)

/** Returns the one with these pixels. */
export const wardrobeTextureOf = readsFirst<
  WardrobeTextureRow,
  [accountId: string, hash: string, kind: TextureKind]
>(
  'wardrobe_texture_of_hash',
  'select * from wardrobe_texture where account_id = $1 and hash = $2 and kind = $3',
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

export const renameWardrobeTexture = writesAny<[accountId: string, id: string, name: string], Transaction>(
  'rename_wardrobe_texture',
  'update wardrobe_texture set name = $3 where account_id = $1 and id = $2 returning id',
)

export const setWardrobeModel = executes<[id: string, model: 'default' | 'slim'], Transaction>(
  'set_wardrobe_model',
  'update wardrobe_texture set model = $2 where id = $1',
)

export const deleteWardrobeTexture = executes<[accountId: string, id: string], Transaction>(
  'delete_wardrobe_texture',
  'delete from wardrobe_texture where account_id = $1 and id = $2',
)

const giveOthers = executes<[from: string, to: string], Transaction>(
  'give_wardrobe',
  `update wardrobe_texture set account_id = $2 where account_id = $1 and not exists
     (select 1 from wardrobe_texture as own where own.account_id = $2
        and own.hash = wardrobe_texture.hash and own.kind = wardrobe_texture.kind)`,
)

const deleteAll = executes<[accountId: string], Transaction>(
  'delete_wardrobe',
  'delete from wardrobe_texture where account_id = $1',
)

/** Gives all that an account keeps to another one, which may then have more than fit: none is lost. */
export async function giveWardrobe(tx: Transaction, from: string, to: string): Promise<void> {
  await giveOthers(tx, from, to)
  await deleteAll(tx, from)
}
