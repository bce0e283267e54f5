import { readsFirst } from '../engine/queries.ts'
import { puts } from '../engine/rows.ts'
import { inStoreOf, type ProfileRow } from '../game/profiles.ts'
import type { MirroredTexturesRow } from '../schema/rows/neighbours.ts'

export type MirroredTextures = MirroredTexturesRow & Pick<ProfileRow, 'in_store' | 'keys_revision'>

/** Returns the copies of a visitor's textures, with the revision of the signing keys. */
export const mirroredTexturesOf = readsFirst<MirroredTextures, [uuid: string]>(
  'mirrored_textures_of_visitor',
  `select mirrored_textures.*, ${inStoreOf('mirrored_textures')} as in_store,
     (select max(created_at) from signing_key) as keys_revision
   from mirrored_textures where uuid = $1`,
)

/** Replaces the copies of a visitor's textures. */
export const putMirroredTextures = puts('mirrored_textures')
