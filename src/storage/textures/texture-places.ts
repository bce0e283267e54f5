// Textures by the place of their file: the database, or the object store.
import type { Transaction } from '../engine/database.ts'
import { readsColumn, readsNumber, readsValue, writesAny } from '../engine/queries.ts'
import { looseObject, looseObjectOf, takeObject } from './loose-objects.ts'

export const countInStore = readsNumber(
  'count_textures_in_store',
  `select count(*) from texture where place = 's3'`,
)

export const countInDatabase = readsNumber(
  'count_textures_in_database',
  `select count(*) from texture where place = 'database'`,
)

/** Returns hashes of textures in the store, in their order. */
export const hashesInStore = readsColumn<string, [after: string, limit: number]>(
  'textures_in_store_after',
  `select hash from texture where place = 's3' and hash > $1 order by hash limit cast($2 as bigint)`,
)

/** Returns hashes of textures in the database, in their order. */
export const hashesInDatabase = readsColumn<string, [after: string, limit: number]>(
  'textures_in_database_after',
  `select hash from texture where place = 'database' and hash > $1 order by hash limit cast($2 as bigint)`,
)

const toStore = writesAny<[hash: string, bytes: number], Transaction>(
  'move_texture_to_store',
  `update texture set png = '', place = 's3', bytes = $2 where hash = $1 and place = 'database' returning hash`,
)

/** Says that the file is in the store, whose object has been announced. Returns false if that is no longer so. */
export async function moveToStore(tx: Transaction, hash: string, bytes: number): Promise<boolean> {
  if (!(await takeObject(tx, hash))) return false
  if (await toStore(tx, hash, bytes)) return true
  await looseObject(tx, hash)
  return false
}

const toDatabase = writesAny<[hash: string, png: string], Transaction>(
  'move_texture_to_database',
  `update texture set png = $2, place = 'database', bytes = null where hash = $1 and place = 's3' returning hash`,
)

/** Puts the file into the row, and says that its object is to be deleted. Returns false if there is no such row. */
export async function moveToDatabase(tx: Transaction, hash: string, png: Buffer): Promise<boolean> {
  await looseObjectOf(tx, hash)
  return toDatabase(tx, hash, png.toString('base64'))
}

/** Returns the hash of any texture in the object store. */
export const anyTextureInStore = readsValue<string>(
  'any_texture_in_store',
  `select hash from texture where place = 's3' limit 1`,
)
