import { Refused } from '../../model/errors/refusal.ts'
import type { TexturePlace } from '../../model/game/texture.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import {
  executes,
  readsFirst,
  readsFirstTogether,
  readsValue,
  writesAny,
  writesFirst,
} from '../engine/queries.ts'
import { changes } from '../engine/rows.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import { recordShelf } from '../wardrobe/shelf-wearers.ts'
import { mayPutOn } from '../wardrobe/taken-down.ts'
import { forgetFormerSkins, rememberCurrentSkin } from './former-skins.ts'
import { isKept } from './is-kept.ts'
import { looseObject, looseObjectOf, takeObject } from './loose-objects.ts'

export interface TextureFile {
  hash: string
  png: Buffer
  /** `s3` if its object has been written and announced; by default it goes into the database. */
  place?: TexturePlace
}

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

/** Gives textures to nobody, so that no upload of somebody who has set them deletes them. */
export const giveToNobody = executes<[hashes: readonly string[]], Transaction>(
  'give_textures_to_nobody',
  `update texture set worn_by = '${nobody}' where hash = any_of($1)`,
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

/** Returns the hash of any stored texture, or undefined if there is none. */
export const anyTexture = readsValue<string>('any_texture', 'select hash from texture limit 1')
