// The textures of groups. What moderators have taken down stays, unseen, in case it is restored.
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsFirst, readsNumber } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { ShelfTextureRow } from '../schema/rows/wardrobe.ts'

const isTakenDown =
  'exists (select 1 from taken_down_texture where taken_down_texture.hash = shelf_texture.hash)'

/** Returns the textures of a group, in the order of their names. */
export const shelfTextures = readsAll<ShelfTextureRow, [group: string]>(
  'shelf_textures',
  `select * from shelf_texture where group_name = $1 and not ${isTakenDown} order by name`,
)

export const countShelfTextures = readsNumber<[group: string]>(
  'count_shelf_textures',
  `select count(*) from shelf_texture where group_name = $1 and not ${isTakenDown}`,
)

/** Returns all textures of a group, including those taken down. */
export const allShelfTextures = readsAll<ShelfTextureRow, [group: string]>(
  'all_shelf_textures',
  'select * from shelf_texture where group_name = $1',
)

/** Returns a texture of a group, also one that was taken down. */
export const shelfTextureNamed = readsFirst<ShelfTextureRow, [group: string, name: string]>(
  'shelf_texture_named',
  'select * from shelf_texture where group_name = $1 and name = $2',
)

/** Returns the textures of all groups of an account that were added before the one with the id `before`, the newest first. */
export const shelfTexturesOfMember = readsAll<
  ShelfTextureRow,
  [accountId: string, before: string, limit: number]
>(
  'shelf_textures_of_member',
  `select shelf_texture.* from group_member
     join shelf_texture on shelf_texture.group_name = group_member.group_name
   where group_member.account_id = $1 and shelf_texture.id < $2 and not ${isTakenDown}
   order by shelf_texture.id desc limit $3`,
)

/** Returns one of them, also one that was taken down. With the account locked, it stays a member, and the texture where it is. */
export const shelfTextureOfMember = readsFirst<ShelfTextureRow, [accountId: string, id: string]>(
  'shelf_texture_of_member',
  `select shelf_texture.* from shelf_texture
     join group_member on group_member.group_name = shelf_texture.group_name
   where shelf_texture.id = $2 and group_member.account_id = $1`,
)

/** Inserts a texture. Throws UniqueViolation if another one of the group has its name. */
export const insertShelfTexture = inserts('shelf_texture')

export const deleteShelfTexture = executes<[id: string], Transaction>(
  'delete_shelf_texture',
  'delete from shelf_texture where id = $1',
)

/** Deletes a texture that was taken down, whose name is given to another one. */
export const deleteTakenDownNamed = executes<[group: string, name: string], Transaction>(
  'delete_taken_down_shelf_texture',
  `delete from shelf_texture where group_name = $1 and name = $2 and ${isTakenDown}`,
)
