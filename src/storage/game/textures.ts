import { Refused } from '../../model/errors/refusal.ts'
import type { TexturePlace } from '../../model/game/texture.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { type Database, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import {
  executes,
  readsColumn,
  readsFirst,
  readsFirstTogether,
  readsNumber,
  readsValue,
  writesAny,
  writesFirst,
} from '../engine/queries.ts'
import { changes } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import { recordShelf } from '../wardrobe/shelf-wearers.ts'
import { mayPutOn } from '../wardrobe/taken-down.ts'
import { forgetFormerSkins, rememberCurrentSkin } from './former-skins.ts'
import { looseObject, looseObjectOf, takeObject } from './loose-objects.ts'

export interface TextureFile {
  hash: string
  png: Buffer
  /** `s3` if its object has been written and announced; by default it goes into the database. */
  place?: TexturePlace
}

/** The condition that an account uses the texture or may set it again, that a visitor wears it, or moderators look at it. */
const isKept = `(exists (select 1 from account where skin_hash = texture.hash)
  or exists (select 1 from account where cape_hash = texture.hash)
  or exists (select 1 from account where hidden_cape = texture.hash)
  or exists (select 1 from former_skin where former_skin.hash = texture.hash)
  or exists (select 1 from wardrobe_texture where wardrobe_texture.hash = texture.hash)
  or exists (select 1 from shelf_texture where shelf_texture.hash = texture.hash)
  or exists (select 1 from mirrored_textures where mirrored_textures.skin_hash = texture.hash)
  or exists (select 1 from mirrored_textures where mirrored_textures.cape_hash = texture.hash)
  or exists (select 1 from texture_report where texture_report.hash = texture.hash and texture_report.state = 'open'))`

const abandoned = reads<{ hash: string }>(
  'textures_left_behind',
  `select hash from texture where worn_by = $1 and worn_at > $2 and not ${isKept} limit 100`,
)

// If somebody else sets the texture at this moment, `worn_by` has changed by the time this statement reaches the row.
const deleteAbandoned = writes<{ hash: string }>(
  'delete_texture_left_behind',
  `delete from texture where hash = $1 and worn_by = $2 and not ${isKept} returning hash`,
)

/** The columns of an account that hold its textures. */
export type TextureColumns = Partial<
  Pick<AccountRow, 'skin_hash' | 'skin_model' | 'cape_hash' | 'hidden_cape'>
>

/** A texture to be set, without its content if it is stored already. */
export type TextureToSet = Pick<TextureFile, 'hash'> & Partial<TextureFile>

interface Change {
  now: number
  /** If true, the skin that this replaces can be set again, unless it is one of a shelf. */
  isRemembered: boolean
  /** The texture of a shelf that is put on. */
  shelfTextureId?: string | undefined
  /** True if the cape is hidden or shown, and stays the one that it is. */
  isSameCape?: boolean
}

/**
 * Stores the files and sets them as the account's textures. Returns false if there is no such account, or a file that
 * should be stored is missing. Deletes textures that the account has set after `recent` and that nobody uses or keeps
 * any longer, so that trying on skins leaves nothing behind. Throws Refused `texture_taken_down`.
 */
export async function storeTextures(
  tx: Transaction,
  accountId: string,
  columns: TextureColumns,
  files: readonly TextureToSet[],
  change: Change & { recent: number },
): Promise<boolean> {
  if (!(await lockAccount(tx, accountId))) return false
  await setTextureColumns(tx, accountId, columns, change)
  return storeFiles(tx, accountId, files, change)
}

/** Stands for an account or visitor where files are stored that nobody wears yet. */
export const nobody = ''

/**
 * Stores the files that a locked account or visitor now wears. Returns false if one is missing. Deletes textures that
 * they have set after `recent` and that nobody uses or keeps any longer. Throws Refused `texture_taken_down`.
 */
export async function storeFiles(
  tx: Transaction,
  wearer: string,
  files: readonly TextureToSet[],
  { now, recent }: { now: number; recent: number },
): Promise<boolean> {
  const toSet = new Map(files.map((file) => [file.hash, file]))
  const left = await tx.run(abandoned, [wearer, recent])
  // In a fixed order for all, so that two transactions can't deadlock.
  for (const hash of [...new Set([...toSet.keys(), ...left.map((row) => row.hash)])].sort()) {
    const file = toSet.get(hash)
    if (!file) {
      await looseObjectOf(tx, hash)
      await tx.run(deleteAbandoned, [hash, wearer])
    } else if (!(await store(tx, wearer, file, now))) return false
  }
  return true
}

const update = changes('account')

/**
 * Sets the textures of an account that is locked. Undefined columns stay as they are, but a new cape, or none, replaces
 * the hidden one.
 */
export async function setTextureColumns(
  tx: Transaction,
  accountId: string,
  columns: TextureColumns,
  { now, isRemembered, shelfTextureId, isSameCape = false }: Change,
): Promise<void> {
  const { skin_hash: skin, cape_hash: cape } = columns
  if (isRemembered && skin !== undefined) await rememberCurrentSkin(tx, accountId, now)
  if (skin !== undefined) await recordShelf(tx, accountId, 'skin', shelfTextureId)
  if (cape !== undefined && !isSameCape) await recordShelf(tx, accountId, 'cape', shelfTextureId)
  const hidden = cape === undefined ? {} : { hidden_cape: null }
  await update(tx, accountId, { ...hidden, ...columns })
  // If the player had one with the same pixels before, it is there once the other has left the shelf.
  if (skin !== undefined) await forgetFormerSkins(tx, accountId, shelfTextureId === undefined ? skin : null)
}

/** Records who set the texture, and when. Throws Refused `texture_taken_down`. */
async function store(
  tx: Transaction,
  wearer: string,
  { hash, png, place }: TextureToSet,
  now: number,
): Promise<boolean> {
  const about = wearer === nobody ? undefined : { id: wearer }
  if (!(await mayPutOn(tx, hash))) throw new Refused('texture_taken_down', { about })
  if (!png) return markWorn(tx, hash, wearer, now)
  // If it is being deleted, or an upload of the same pixels has taken it, the row has the file, unless there is one.
  if (place !== 's3' || !(await takeObject(tx, hash)))
    await insert(tx, hash, wearer, now, png.toString('base64'))
  else if (!(await insertInStore(tx, hash, wearer, now, png.length))) await looseObject(tx, hash)
  return true
}

const markWorn = writesAny<[hash: string, wearer: string, now: number], Transaction>(
  'mark_worn_texture',
  'update texture set unworn_since = null, worn_by = $2, worn_at = $3 where hash = $1 returning hash',
)

const insert = executes<[hash: string, wearer: string, now: number, png: string], Transaction>(
  'insert_texture',
  `insert into texture (hash, png, worn_by, worn_at) values ($1, $4, $2, $3)
   on conflict (hash) do update set unworn_since = null, worn_by = excluded.worn_by, worn_at = excluded.worn_at`,
)

const putInStore = writesFirst<
  { place: TexturePlace },
  [hash: string, wearer: string, now: number, bytes: number],
  Transaction
>(
  'insert_texture_in_store',
  `insert into texture (hash, png, worn_by, worn_at, place, bytes) values ($1, '', $2, $3, 's3', $4)
   on conflict (hash) do update set unworn_since = null, worn_by = excluded.worn_by, worn_at = excluded.worn_at
   returning place`,
)

/** Returns false if there is a row that has its file in the database. */
async function insertInStore(
  tx: Transaction,
  hash: string,
  wearer: string,
  now: number,
  bytes: number,
): Promise<boolean> {
  return (await putInStore(tx, hash, wearer, now, bytes))?.place === 's3'
}

const byHash = readsFirst<{ png: string; place: TexturePlace }, [hash: string]>(
  'texture_by_hash',
  'select png, place from texture where hash = $1',
)

/** A texture as its row has it. */
export interface StoredTexture {
  place: TexturePlace
  /** Empty where the file is in the object store. */
  png: Buffer
}

export async function textureByHash(db: Queries, hash: string): Promise<StoredTexture | undefined> {
  const row = await byHash(db, hash)
  return row && { place: row.place, png: Buffer.from(row.png, 'base64') }
}

const stored = readsFirstTogether<{ hash: string }, [hash: string]>(
  'is_texture_stored',
  ['text'],
  'select hash from texture where hash = $1',
)

export const isTextureStored = async (db: Queries, hash: string): Promise<boolean> =>
  (await stored(db, hash)) !== undefined

/** The number of rows that one step of a sweep examines, however many there are. */
const sweptAtOnce = 500

const page = reads<{ hash: string }>(
  'textures_after',
  `select hash from texture where hash > $1 order by hash limit ${sweptAtOnce}`,
)

// If a texture is being set at this moment, its mark is gone by the time this statement reaches the row.
const remove = writes<{ hash: string }>(
  'delete_unworn_textures',
  `delete from texture where hash > $1 and hash <= $2 and unworn_since <= $3 and not ${isKept} returning hash`,
)

const mark = writes<{ hash: string }>(
  'mark_unworn_textures',
  `update texture set unworn_since = case when unworn_since is null then cast($3 as bigint) end
   where hash > $1 and hash <= $2
     and ((unworn_since is null and not ${isKept}) or (unworn_since is not null and ${isKept}))`,
)

const loosen = writes(
  'put_loose_objects_of_unworn_textures',
  `insert into loose_object (hash, due_at)
   select hash, 0 from texture
   where hash > $1 and hash <= $2 and unworn_since <= $3 and place = 's3' and not ${isKept} order by hash
   on conflict (hash) do update set due_at = 0`,
)

/**
 * Examines the next textures after `after`. Deletes those that were found unused at `unwornSince` or before, and marks
 * those that nobody uses or keeps now. Returns where to continue, or undefined after the last one, and the number of
 * deleted textures.
 */
export async function sweepTextures(
  db: Database,
  { after, now, unwornSince }: { after: string; now: number; unwornSince: number },
): Promise<{ next: string | undefined; deleted: number }> {
  const rows = await db.run(page, [after])
  const last = rows.at(-1)?.hash
  if (last === undefined) return { next: undefined, deleted: 0 }
  const deleted = await db.transaction(async (tx) => {
    await tx.run(loosen, [after, last, unwornSince])
    return tx.run(remove, [after, last, unwornSince])
  })
  await db.run(mark, [after, last, now])
  return { next: rows.length < sweptAtOnce ? undefined : last, deleted: deleted.length }
}

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

/** Returns the hash of any stored texture, or undefined if there is none. */
export const anyTexture = readsValue<string>('any_texture', 'select hash from texture limit 1')
