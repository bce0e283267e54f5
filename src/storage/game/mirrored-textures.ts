import { readsFirst } from '../engine/queries.ts'
import { puts } from '../engine/rows.ts'
import type { MirroredTexturesRow } from '../schema/rows/neighbours.ts'

export type MirroredTextures = MirroredTexturesRow & { keys_revision: number }

/** Returns the copies of a visitor's textures, with the revision of the signing keys. */
export const mirroredTexturesOf = readsFirst<MirroredTextures, [uuid: string]>(
  'mirrored_textures_of_visitor',
  `select mirrored_textures.*, (select max(created_at) from signing_key) as keys_revision
   from mirrored_textures where uuid = $1`,
)

/** Replaces the copies of a visitor's textures. */
export const putMirroredTextures = puts('mirrored_textures')
